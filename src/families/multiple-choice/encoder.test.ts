import { expect, it } from "vitest";
import { play, videoOf } from "../../../test/support/play.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { encoder } from "./encoder.ts";
import { type ChoiceSample, choiceOptionsSchema } from "./schema.ts";

const frames = [0, 1].map((atSeconds) => ({
  atSeconds,
  digest: `d${atSeconds}`,
  mediaType: "image/x-rgb",
  width: 2,
  height: 2,
}));
const sample: ChoiceSample = {
  answer: 1,
  choices: ["red", "blue {question}", "red"],
  group: "v",
  id: "q",
  media: [{ kind: "video", path: "v.mp4" }],
  metadata: {},
  question: "What colour?",
};

function chosen(choices: readonly string[], options = {}) {
  const context = {
    options: choiceOptionsSchema.parse(options),
    prompts: {},
    refs: sample.media,
    sees: true,
    extractor: "",
  };
  return play(encoder.steps({ ...sample, choices }, context), {
    see: videoOf(frames),
    reply: (ask) => {
      const texts = "texts" in ask ? ask.texts : [""];
      return answered(
        Float32Array.from(texts.flatMap((text) => (text.includes("red") ? [0, 9] : [1, 0.5]))),
      );
    },
  });
}

it("answers with the choice that is most similar, with its question, to what is shown", () => {
  const { asks, outcome } = chosen(["red", "blue {question}"]);
  expect(outcome).toEqual(answered({ choice: 1, rule: "similarity" }));
  expect(asks).toEqual([
    { frames },
    { texts: ["What colour? red", "What colour? blue {question}"] },
  ]);
});

it("puts choices into another sentence where that is wanted", () => {
  const { asks } = chosen(["red", "blue"], { choiceTemplate: "a video of {choice}" });
  expect(asks[1]).toEqual({ texts: ["a video of red", "a video of blue"] });
});

it("guesses nothing where choices are equally similar", () => {
  expect(chosen(["green", "red", "blue"]).outcome).toEqual(
    noAnswer("unparsed", "A and C are equally similar"),
  );
});
