import { expect, it } from "vitest";
import { play, videoOf } from "../../../test/support/play.ts";
import { answered, failed, noAnswer } from "../../core/run/outcome.ts";
import { encoder } from "./encoder.ts";
import { type LabelOptions, type LabelSample, labelOptionsSchema } from "./schema.ts";

const frames = [0, 1, 2].map((atSeconds) => ({
  atSeconds,
  digest: `d${atSeconds}`,
  mediaType: "image/jpeg",
  width: 2,
  height: 2,
}));
const sample: LabelSample = {
  group: "v.mp4",
  id: "t/v.mp4",
  labels: [
    { id: "a", description: "one" },
    { id: "b", description: "two" },
    { id: "c", description: "none" },
  ],
  media: [{ kind: "video", path: "v.mp4" }],
  metadata: {},
  task: "t",
  truth: ["a"],
};
const context = {
  options: labelOptionsSchema.parse({}),
  prompts: {},
  refs: sample.media,
  sees: true,
  extractor: "",
};
const vectors: Readonly<Record<string, readonly number[]>> = {
  one: [2, 0],
  two: [0, 3],
  none: [0, 0],
};

function scored(options: Partial<LabelOptions>, shown = frames) {
  const own = { ...context, options: { ...context.options, ...options } };
  return play(encoder.steps(sample, own), {
    see: videoOf(shown),
    reply: (ask) =>
      answered(
        Float32Array.from(
          "texts" in ask ? ask.texts.flatMap((text) => vectors[text] ?? [1, 1]) : [3, 4],
        ),
      ),
  });
}

it("scores labels by the cosine of their descriptions with the video as a whole", () => {
  const { asks, outcome } = scored({});
  expect(outcome).toEqual(
    answered({ scores: { a: expect.closeTo(0.6), b: expect.closeTo(0.8), c: 0 } }),
  );
  expect(asks).toEqual([{ frames }, { texts: ["one", "two", "none"] }]);
});

it("takes the plain dot product where that is wanted, as ViSTa does", () => {
  expect(scored({ similarity: "dot" }).outcome).toEqual(
    answered({ scores: { a: 6, b: 12, c: 0 } }),
  );
});

it("puts descriptions into a sentence where that is wanted", () => {
  const { asks } = scored({ labelTemplate: "a video of {label} ({label})" });
  expect(asks[1]).toMatchObject({
    texts: ["a video of one (one)", "a video of two (two)", "a video of none (none)"],
  });
});

it("gives no scores where there is nothing to see, or an ask has no vector that fits", () => {
  expect(scored({}, []).outcome.kind).toBe("unparsed");
  const replied = (isText: boolean) =>
    play(encoder.steps(sample, context), {
      see: videoOf(frames),
      reply: (ask) =>
        "texts" in ask === isText ? noAnswer("refused", "no") : answered(Float32Array.of(1)),
    }).outcome.kind;
  expect([replied(true), replied(false)]).toEqual(["refused", "refused"]);
  const short = play(encoder.steps(sample, context), {
    see: videoOf(frames),
    reply: (ask) => answered(Float32Array.from("texts" in ask ? [1, 1, 1] : [1, 2])),
  });
  expect(short.outcome).toEqual(
    failed(
      "deterministic",
      "the encoder gave vectors of 2 numbers for videos and of 1 for texts, which cannot be compared",
    ),
  );
});

it("fails where the video has a vector of zeros, which has an angle to nothing", () => {
  const outcome = (similarity: LabelOptions["similarity"]) =>
    play(encoder.steps(sample, { ...context, options: { ...context.options, similarity } }), {
      see: videoOf(frames),
      reply: (ask) =>
        answered(new Float32Array("texts" in ask ? 6 : 2).fill("texts" in ask ? 1 : 0)),
    }).outcome;
  expect(outcome("cosine")).toMatchObject({ kind: "failed", cause: "deterministic" });
  expect(outcome("dot")).toEqual(answered({ scores: { a: 0, b: 0, c: 0 } }));
});
