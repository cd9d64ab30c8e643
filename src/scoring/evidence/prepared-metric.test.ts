import { describe, expect, it } from "vitest";
import {
  type FakeEvidence,
  fakeCorpusMetric,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import type { SampleMetric } from "../../core/scores/metric.ts";
import { prepareMetric } from "./prepared-metric.ts";

const set = fakeEvidence([1, 0, null, 1].map((value, at) => ({ id: `q${at}`, value })));
/** How often each sample counts, by its value, in the order of the set. */
const weighing = (weigh: (value: number | null) => number) =>
  Float64Array.from([...set.evidence("fake|v:1")], (evidence) =>
    weigh((evidence as FakeEvidence).value),
  );

describe("prepareMetric", () => {
  it("is the mean of what samples contribute, NaN standing for those that do not count", () => {
    const { score, values } = prepareMetric(set, fakeMetric());
    expect([...values!].sort()).toEqual([0, 1, 1, Number.NaN]);
    expect(score()).toBe(2 / 3);
    expect(score(weighing((value) => (value === 0 ? 3 : 1)))).toBe(2 / 5);
    expect(score(weighing((value) => (value === null ? 1 : 0)))).toBeNull();
    expect(score(weighing(() => 0))).toBeNull();
  });

  it("leaves corpus metrics to themselves", () => {
    const { score, values } = prepareMetric(
      set,
      fakeCorpusMetric((evidence) => () => [...evidence].length),
    );
    expect(values).toBeUndefined();
    expect(score()).toBe(4);
  });

  it("marks the samples that a corpus metric counts, where not all do", () => {
    const counted = (counts?: (evidence: FakeEvidence) => boolean) =>
      prepareMetric(
        set,
        fakeCorpusMetric(() => () => 1, counts ? { counts } : {}),
      ).counted;
    expect([...counted(({ value }) => value !== null)!]).toEqual([
      ...weighing((value) => (value === null ? 0 : 1)),
    ]);
    expect(counted(() => true)).toBeUndefined();
    expect(counted()).toBeUndefined();
  });

  it.each([
    ["proportion", 0.5],
    ["proportion", Number.NaN],
    ["mean", Number.NaN],
    ["mean", Number.POSITIVE_INFINITY],
  ] as const)("refuses a %s to which a sample contributes %d", (kind, value) => {
    const metric = fakeMetric({ kind, value: () => value } as Partial<SampleMetric<FakeEvidence>>);
    expect(() => prepareMetric(set, metric)).toThrow(RangeError);
  });
});
