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
    `3 labels of 2 answers have no score and so cannot be predicted (${sample!.id}: lid; ${sample!.id}: fork, lid)`,
    '1 answer scores labels that their task does not offer ("spoon"): these are ignored',
  ]);
  expect(scoring.errorClass(sample!, prediction, {})).toBeNull();
});

const offering = (ids: readonly string[], truth: readonly string[]) => ({
  ...sample!,
  labels: ids.map((id) => ({ id, description: id })),
  truth,
  ...(truth.length > 1 ? { isMultiLabel: true as const } : {}),
});

it("counts labels without a score", () => {
  const noticing = scoring.noticeAnswers!();
  const asked = { ...offering(["a", "b", "c", "d", "e"], ["a"]), id: "t/1" };
  for (const scores of [{ a: 1, b: 0 }, { a: 1 }, {}, { a: 5, b: 4, c: 3, d: 2, e: 1 }])
    noticing.add({ sample: asked, prediction: { scores } });
  expect(noticing.finish()).toEqual([
    "7 labels of 2 answers have no score and so cannot be predicted (t/1: c, d, e; t/1: b, c, d, …)",
  ]);
});

it("counts answers whose highest scores are equal, and says which label wins", () => {
  const noticing = scoring.noticeAnswers!();
  const add = (truth: readonly string[], a: number, b: number, c: number) =>
    noticing.add({
      sample: offering(["a", "b", "c"], truth),
      prediction: { scores: { a, b, c } },
    });
  add(["a"], 3, 3, 3);
  add(["a"], 1, 3, 3);
  add(["a"], 3, 1, 1);
  add(["a", "b"], 3, 3, 1);
  add(["a", "b"], 3, 1, 1);
  expect(noticing.finish()).toEqual([
    "3 of 5 answers give the highest score to several labels: the first in the task's order is predicted, by rescaled scores the last",
  ]);
});

it("makes a top-k accuracy for every k that is asked for, once", () => {
  const { metrics } = labelScoring(labelOptionsSchema.parse({ topK: [1, 3, 3] }));
  expect(metrics.map(({ id }) => id).filter((id) => id.startsWith("top-"))).toEqual([
    "top-1-accuracy",
    "top-3-accuracy",
    "top-label-recall",
  ]);
});
