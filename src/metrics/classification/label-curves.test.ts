import { describe, expect, it } from "vitest";
import { seededRandom } from "../../math/seeded-random.ts";
import { calibrationError } from "./calibration-error.ts";
import { precisionRecallCurve } from "./precision-recall-curve.ts";
import { reliabilityCurve } from "./reliability-curve.ts";

const options = ["a", "b"];
const item = (truth: string | null, scores: readonly (number | null)[] | null, task = "t") => ({
  task,
  truth,
  options,
  scores,
});

function pointsOf(
  analysis: ReturnType<typeof precisionRecallCurve>,
  items: ReturnType<typeof item>[],
) {
  const curve = analysis.analyse(items);
  if (curve.kind !== "curve") throw new Error("a curve is expected");
  return curve.points;
}

describe("precision against recall", () => {
  const pr = precisionRecallCurve("m");
  const at = (points: readonly (readonly [number, number])[], recall: number) =>
    points.find(([x]) => x === recall)![1];

  it("is empty where nothing is true", () => {
    expect(pointsOf(pr, [])).toEqual([]);
    expect(pointsOf(pr, [item(null, [1, 0])])).toEqual([]);
  });

  it("is 1 everywhere for a perfect ranking", () => {
    const points = pointsOf(pr, [item("a", [1, 0]), item("b", [0, 1])]);
    expect(points).toHaveLength(101);
    expect(points.every(([, precision]) => precision === 1)).toBe(true);
  });

  it("is the best precision at each recall or above, mean over labels and then over tasks", () => {
    // Is it a? By falling score: yes, no, yes: 1 at recall 1/2, 2/3 at 1. Is it b? Yes, no, no: 1.
    const items = [item("a", [0.9, 0]), item("b", [0.5, 1]), item("a", [0.1, 0])];
    const points = pointsOf(pr, items);
    expect([0, 0.5].map((recall) => at(points, recall))).toEqual([1, 1]);
    expect(at(points, 0.51)).toBeCloseTo((2 / 3 + 1) / 2, 12);
    const perfect = item("a", [1, 0], "u");
    expect(at(pointsOf(pr, [...items, perfect]), 1)).toBeCloseTo((5 / 6 + 1) / 2, 12);
  });

  it("lets equal scores come in together, and what has no score last", () => {
    const tied = [item("a", [1, 0]), item("b", [1, 1])];
    expect(at(pointsOf(pr, tied), 0)).toBe((1 / 2 + 1) / 2);
    const silent = [item("a", null), item("b", [0.2, 0.1]), item("b", [0.1, null])];
    // a is behind both others; of b, one is found first and one shares the last place.
    expect(at(pointsOf(pr, silent), 1)).toBeCloseTo((1 / 3 + 2 / 3) / 2, 12);
  });
});

describe("the calibration curve", () => {
  const reliability = reliabilityCurve("m");
  const resampling = (groups: number, count: number) => ({
    groups: new Uint32Array(count),
    groupCount: groups,
    resamples: 1,
    seed: 1,
    leastGroups: 10,
  });

  it("has a point for each bin with samples, and an interval where samples are independent", () => {
    const items = [
      item("a", [0.9, 0.1]),
      item("b", [0.92, 0.08]),
      item("b", [0.4, 0.6]),
      item("a", null),
    ];
    const curve = reliability.analyse(items, resampling(4, 4));
    expect(curve).toMatchObject({
      points: [
        [0.6, 1],
        [expect.closeTo(0.91, 12), 0.5],
      ],
      band: [
        [expect.any(Number), 1],
        [expect.any(Number), expect.any(Number)],
      ],
      notes: [expect.stringContaining("Samples in the bins: 1, 2")],
    });
    expect(reliability.analyse(items, resampling(2, 4))).not.toHaveProperty("band");
  });

  it("is empty where scores are no probabilities", () => {
    expect(reliability.analyse([item("a", [0.9, 0.1]), item("a", [3, 1])])).toMatchObject({
      points: [],
      notes: [],
    });
  });

  it("is as far from the diagonal as the expected calibration error", () => {
    const random = seededRandom(3);
    const items = Array.from({ length: 200 }, () => {
      const first = random();
      return item(random() < 0.5 ? "a" : "b", [first, 1 - first]);
    });
    const curve = reliability.analyse(items);
    const counts = /bins: (.*)$/.exec(curve.notes![0]!)![1]!.split(", ").map(Number);
    if (curve.kind !== "curve") throw new Error("a curve is expected");
    const gap = curve.points.reduce((sum, [x, y], bin) => sum + counts[bin]! * Math.abs(y - x), 0);
    expect(gap / 200).toBeCloseTo(calibrationError("m").prepare(items)()!, 12);
  });
});
