import { expect, it } from "vitest";
import type { ChoiceSample } from "./schema.ts";
import { choiceView } from "./view.ts";

const sample: ChoiceSample = {
  id: "q1",
  group: "v",
  split: "test",
  question: "Which?",
  choices: ["red", "blue"],
  answer: 0,
  type: "colour",
  media: [{ kind: "video", path: "v.mp4" }],
  metadata: { year: 2020, note: null },
};

it("choiceView shows truth and prediction", () => {
  expect(choiceView(sample, { choice: 1, rule: "own-line", explanation: "seen" })).toEqual({
    title: "q1",
    blocks: [
      { kind: "media", media: [{ kind: "video", path: "v.mp4" }] },
      { kind: "text", label: "Question", text: "Which?" },
      {
        kind: "options",
        label: "Choices",
        options: [
          { text: "red", isReference: true, isPrediction: false },
          { text: "blue", isReference: false, isPrediction: true },
        ],
      },
      { kind: "text", label: "Explanation", text: "seen" },
      {
        kind: "facts",
        facts: [
          ["type", "colour"],
          ["group", "v"],
          ["split", "test"],
          ["read by rule", "own-line"],
          ["year", "2020"],
        ],
      },
    ],
  });
});

it("choiceView marks nothing as predicted where there is no prediction, and says that a truth is hidden", () => {
  const { blocks } = choiceView({ ...sample, answer: null, media: [] }, null);
  expect(blocks.map(({ kind }) => kind)).toEqual(["text", "options", "facts"]);
  expect(JSON.stringify(blocks)).not.toContain("true");
  expect(blocks.at(-1)).toMatchObject({ facts: expect.arrayContaining([["truth", "hidden"]]) });
});
