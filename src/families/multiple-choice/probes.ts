import type { ProbeHooks } from "../../core/asking/probe-hooks.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

/** How questions can be changed to find out what an answer rests on. */
export const choiceProbes: ProbeHooks<ChoiceSample, ChoicePrediction> = {
  // What is said belongs to the video that it was said in.
  withMedia: ({ subtitles, ...sample }, media) => ({ ...sample, media }),
  withoutQuestion: (sample) => ({ ...sample, question: "" }),
  options: {
    count: ({ choices }) => choices.length,
    arrange: (sample, order) => ({
      ...sample,
      choices: order.map((from) => sample.choices[from]!),
      answer: sample.answer === null ? null : order.indexOf(sample.answer),
    }),
    restore: (prediction, order) =>
      prediction.choice === null
        ? prediction
        : { ...prediction, choice: order[prediction.choice] ?? null },
  },
};

/** The question without its answer, and without metadata, which may give the answer away. */
export function withoutTruth({
  id,
  group,
  question,
  choices,
  media,
  subtitles,
  type,
}: ChoiceSample): Readonly<Record<string, unknown>> {
  return {
    id,
    group,
    question,
    choices,
    media,
    ...(subtitles ? { subtitles } : {}),
    ...(type === undefined ? {} : { type }),
  };
}
