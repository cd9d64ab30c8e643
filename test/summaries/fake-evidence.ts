import type { Sample } from "../../src/core/data/sample.ts";
import type { CorpusMetric, Metric, SampleMetric } from "../../src/core/scores/metric.ts";
import { textHash } from "../../src/math/text-hash.ts";
import { type DigestedEvidence, EvidenceSet } from "../../src/scoring/evidence/evidence-set.ts";

/** A sample of a test with what a system made of it. */
export interface FakeSample {
  readonly id: string;
  /** Alone in its group where absent. */
  readonly group?: string;
  readonly value: number | null;
  readonly isAnswered?: boolean;
  readonly slices?: Readonly<Record<string, string>>;
}

/** What fake metrics read of one sample. */
export interface FakeEvidence {
  readonly value: number | null;
}

const measure = {
  signature: "fake|v:1",
  measure: ({ prediction }: { readonly prediction: unknown }): FakeEvidence => ({
    value: prediction as number | null,
  }),
};

/** The evidence of these samples, gathered in the given order. */
export function fakeEvidence(samples: readonly FakeSample[]): DigestedEvidence {
  const slices = new Map(samples.map(({ id, slices: own = {} }) => [id, own]));
  const set = new EvidenceSet([measure], ({ id }: Sample) => slices.get(id)!);
  for (const { id, group = id, value, isAnswered = true } of samples)
    set.add(
      {
        sample: { id, group },
        prediction: value,
        outcome: isAnswered ? "answered" : "refused",
        grades: {},
      },
      fakeDigest(id),
    );
  return set.ordered();
}

/** Thirty-two hexadecimal digits that depend on the text alone. */
export function fakeDigest(text: string): string {
  return [1, 2, 3, 4].map((seed) => textHash(text, seed).toString(16).padStart(8, "0")).join("");
}

const common = {
  id: "score",
  title: "Score",
  signature: "score|v:1",
  measure: measure.signature,
  best: 1,
  worst: 0,
} as const;

/** A metric of samples: a proportion unless it says otherwise. */
export function fakeMetric(changes: Partial<SampleMetric<FakeEvidence>> = {}): Metric {
  const prepare = () => () => {
    throw new Error("means are taken without it");
  };
  return {
    ...common,
    kind: "proportion",
    value: ({ value }: FakeEvidence) => value,
    prepare,
    ...changes,
  } as Metric;
}

/** A metric of the set as a whole. */
export function fakeCorpusMetric(
  prepare: CorpusMetric<FakeEvidence>["prepare"],
  changes: Partial<CorpusMetric<FakeEvidence>> = {},
): Metric {
  return { ...common, kind: "corpus", prepare, ...changes } as Metric;
}
