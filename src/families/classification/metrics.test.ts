import { expect, it } from "vitest";
import { labelExamples } from "./examples.ts";
import { labelScoring } from "./metrics.ts";
import { labelOptionsSchema } from "./schema.ts";

const scoring = labelScoring(labelOptionsSchema.parse({}));
const [sample] = labelExamples[0]!.samples;

it("ignores scores of labels that a task does not offer, and says so", () => {
  const noticing = scoring.noticeAnswers!();
  expect(noticing.finish()).toEqual([]);
  const prediction = { scores: { cup: 0.2, fork: 0.1, spoon: 9 } };
  noticing.add({ sample: sample!, prediction });
  noticing.add({ sample: sample!, prediction: { scores: { cup: 1 } } });
  expect(noticing.finish()).toEqual([
    '1 answer scores labels that their task does not offer ("spoon"): these are ignored',
  ]);
  expect(scoring.errorClass(sample!, prediction, {})).toBeNull();
});

it("makes a top-k accuracy for every k that is asked for, once", () => {
  const { metrics } = labelScoring(labelOptionsSchema.parse({ topK: [1, 3, 3] }));
  expect(metrics.map(({ id }) => id).filter((id) => id.startsWith("top-"))).toEqual([
    "top-1-accuracy",
    "top-3-accuracy",
    "top-label-recall",
  ]);
});
