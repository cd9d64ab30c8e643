import { describe, expect, it } from "vitest";
import { readCorrection } from "./correction.ts";

const row = {
  sample: "q1",
  base: "0123456789abcdef",
  truth: { answer: "a hat" },
  author: "ann",
  reason: "the video shows a hat",
  at: "2026-11-17T10:00:00.000Z",
};

describe("readCorrection", () => {
  it("reads changed members and added samples", () => {
    expect(readCorrection(row)).toEqual({ ok: true, value: row });
    const { base: _base, truth: _truth, ...common } = row;
    const added = { ...common, added: { id: "q1", question: "Who?" } };
    expect(readCorrection(added)).toEqual({ ok: true, value: added });
  });

  it.each([
    [{ ...row, author: " " }, "author: must be a text"],
    [{ ...row, reason: undefined }, "reason: must be a text"],
    [{ ...row, truth: "a hat" }, "truth: must be an object"],
    [{ ...row, truth: { id: "q2" } }, "truth: id cannot be corrected"],
    [{ ...row, base: "xyz" }, "base: must be 8 or more hexadecimal digits"],
    [{ ...row, trutth: 1 }, 'unknown member "trutth"; did you mean "truth"?'],
    [{ ...row, added: { id: "q2" } }, 'added: its id must be "q1"'],
    ["q1", "expected an object"],
  ])("refuses %j", (given, reason) => {
    const read = readCorrection(given);
    expect(read.ok ? "" : read.reason).toContain(reason);
  });
});
