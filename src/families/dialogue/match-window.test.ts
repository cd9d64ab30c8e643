import { describe, expect, it } from "vitest";
import { parseWindow, windowInFrames } from "./match-window.ts";

describe("windows", () => {
  it.each(["", "30", "-3,", "-3;3", "-3s,3", "-1.5,2", "3,-3", "a,b", "-3 s,3 s"])(
    "refuses “%s”",
    (text) => {
      expect(parseWindow(text)).toBeUndefined();
    },
  );

  it.each([
    ["-30,30", 2, -30, 30],
    ["-15s,15s", 2, -30, 30],
    ["-1.5s,2.7s", 2, -3, 5],
    ["-0.9s,0.9s", 1, -0, 0],
    [" -6 , 12 ", 25, -6, 12],
  ])("reads %s at %d frames per second, cut toward zero", (text, fps, left, right) => {
    expect(windowInFrames(text, { fps })).toEqual({ left, right });
  });

  it.each([
    ["wtag/dialog-klg_val_L0_I1", -6, 12],
    ["assembly101", -4, 8],
    ["ego4d/narration_val", -5, 5],
    ["ego4d/dialog", -8, 17],
    ["prospect/proassist_dst", -5, 5],
    [undefined, -5, 5],
  ])("chooses the window of %s by its name", (dataset, left, right) => {
    expect(windowInFrames("auto", { dataset, fps: 2 })).toEqual({ left, right });
  });
});
