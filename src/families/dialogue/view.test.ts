import { describe, expect, it } from "vitest";
import type { ViewBlock } from "../../core/scores/view.ts";
import { onFrames } from "./formats.ts";
import { type DialogueSample, dialogueOptionsSchema } from "./schema.ts";
import { streamTurns } from "./stream-frames.ts";
import { dialogueView } from "./view.ts";

const usual = { options: dialogueOptionsSchema.parse({}), graders: {}, grades: {} };

const sample: DialogueSample = {
  fps: 2,
  frameCount: 100,
  group: "v",
  id: "v",
  inputs: [{ frame: 3, role: "user", text: "What first?" }],
  media: [],
  metadata: {},
  references: [
    { frame: 10, text: "boil the water" },
    { frame: 40, text: "grind the beans" },
    { frame: 80, text: "enjoy it" },
  ],
};
const prediction = {
  utterances: [
    { frame: 14, text: "boil the water" },
    { frame: 40, text: "crush coffee" },
    { frame: 60, text: "what a day" },
  ],
};
const notes = (blocks: readonly ViewBlock[]) => {
  const [timeline] = blocks;
  if (timeline?.kind !== "timeline") throw new Error("no timeline");
  return timeline.lanes.map(({ marks }) =>
    marks.map(({ tone, note }) => (note === undefined ? tone : `${tone}: ${note}`)),
  );
};

describe("the view of a stream", () => {
  const options = dialogueOptionsSchema.parse({ window: "-6,6" });

  it("tells what became of every utterance, by the window of the task", () => {
    const { blocks } = dialogueView(sample, prediction, { options, graders: {}, grades: {} });
    expect(notes(blocks)).toEqual([
      ["neutral"],
      ["reference", "reference", "missed: missed"],
      [
        "good: right, 2.0 s late",
        "caution: other words, similarity 0.00, on time",
        "bad: redundant",
      ],
    ]);
    const narrow = dialogueOptionsSchema.parse({ window: "-3,3" });
    expect(
      notes(
        dialogueView(sample, prediction, { options: narrow, graders: {}, grades: {} }).blocks,
      )[2]![0],
    ).toBe("bad: redundant");
  });

  it("shows turns at the times that their data give", () => {
    const turns = [
      { role: "user", seconds: 3, text: "What first?" },
      { role: "assistant", seconds: 5, text: "Boil the water." },
    ] as const;
    const placed = streamTurns(turns, { fps: 2, videoFrames: 100, startFrame: 0 });
    const [timeline] = dialogueView(
      { ...sample, ...placed },
      { utterances: onFrames([turns[1]], sample) },
      usual,
    ).blocks;
    if (timeline?.kind !== "timeline") throw new Error("no timeline");
    expect(
      timeline.lanes.map(({ marks }) => marks.map(({ startSeconds }) => startSeconds)),
    ).toEqual([[3], [5], [5]]);
  });

  it("compares meanings by what scored them, and says so", () => {
    const grade = {
      pairs: [
        ["boil the water", "boil the water"],
        ["crush coffee", "grind the beans"],
      ],
      cosines: [1, 0.8],
    };
    const { blocks } = dialogueView(sample, prediction, {
      options,
      graders: { similarity: "table:x" },
      grades: { similarity: grade },
    });
    expect(notes(blocks)[2]![1]).toBe("good: right, on time");
    expect(blocks[0]).toMatchObject({ label: expect.stringContaining("table:x") });
  });

  it("shows references as missed where nothing was said", () => {
    expect(notes(dialogueView(sample, null, usual).blocks)[1]).toEqual(
      Array.from({ length: 3 }, () => "missed: missed"),
    );
  });
});
