import { describe, expect, it } from "vitest";
import { frameCaptions, parseCaption } from "./captions.ts";
import { frameNames } from "./frame-names.ts";

describe("names of frames", () => {
  const find = frameNames({
    count: 4,
    names: ["cam/000100.jpg", "000200.jpg", "000300.jpg", "b.v2.png"],
    timestamps: [1_000, 2_000, 3_000, 4_000],
  });

  it.each([
    ["000200.jpg", 1],
    ["000200", 1],
    ["cam/000100", 0],
    ["b.v2", 3],
    ["frame_000003", 2],
    ["3", 2],
    [3, 2],
    [1, 0],
    ["2400", 1],
    [3_600, 3],
    ["nothing", undefined],
  ])("%s is frame %s", (name, frame) => expect(find(name)).toBe(frame));

  it("keeps small numbers that are out of bounds within them", () => {
    expect(find(0)).toBe(0);
    expect(find(7)).toBe(3);
    expect(frameNames({ count: 4 })(2_400)).toBe(3);
  });
});

const segment = (more: object) => ({ segment_id: 1, "Sub Task": "brew", ...more });

function captions(segments: readonly object[], count = 8) {
  return frameCaptions(parseCaption(JSON.stringify({ segments })), { count });
}

describe("captions", () => {
  it("fill frames within segments, ends included, and repeat the last outside of them", () => {
    const { actions, subtasks } = captions([
      segment({
        start_frame: 2,
        end_frame: 6,
        "Current Action": [
          { start_frame_name: "frame_000003", end_frame_name: "frame_000003", label: "pour" },
          { start_frame_name: 5, end_frame_name: 5, label: "wait " },
        ],
      }),
    ]);
    expect(actions).toEqual(["", "pour", "pour", "pour", "wait", "wait", "wait", "wait"]);
    expect(subtasks).toEqual(["", "brew", "brew", "brew", "brew", "brew", "brew", "brew"]);
  });

  it("carry objects and interaction on within their segment only", () => {
    const { objects, interactions } = captions([
      segment({
        start_frame: 1,
        end_frame: 3,
        objects: { frame_000002: ["mug", " ", "mug stand"] },
        interaction: { frame_000001: "lifts" },
      }),
      segment({ start_frame: 4, end_frame: 5, objects: { "5": ["cloth"] } }),
    ]);
    expect(objects.slice(0, 6)).toEqual([
      [],
      ["mug", "mug stand"],
      ["mug", "mug stand"],
      [],
      ["cloth"],
      ["cloth"],
    ]);
    expect(interactions.slice(0, 5)).toEqual(["lifts", "lifts", "lifts", "", ""]);
  });

  it("take N/A for no label", () => {
    const action = { start_frame_name: 1, end_frame_name: 2, label: "N/A" };
    const { actions, subtasks } = captions([
      segment({ start_frame: 1, end_frame: 2, "Sub Task": "n/a", "Current Action": [action] }),
    ]);
    expect([actions[0], subtasks[0]]).toEqual(["", ""]);
  });

  it("list names that are of no frame", () => {
    const { unknown } = captions([
      segment({ start_frame: 1, end_frame: 2, objects: { lost: ["a"] } }),
    ]);
    expect(unknown).toEqual(["lost"]);
  });

  it.each([
    ["{", "is no JSON"],
    ["{}", "segments:"],
    ['{"segments": [{"start_frame": []}]}', "segments.0.start_frame"],
    ['{"segments": [{"start_frame": true}]}', "segments.0.start_frame: must be text or a number"],
  ])("refuse %s", (text, message) => expect(() => parseCaption(text)).toThrow(message));
});
