import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import { bothVectors, type HasVectors } from "./vector-errors.ts";

/**
 * Pooled R²: 1 − Σ squared errors / Σ squared distances of the targets from the mean of their
 * dimension, both over all samples and dimensions (scikit-learn's
 * `r2_score(multioutput="variance_weighted")`; the Xperience task suite). The mean is that of the
 * samples scored, so it moves with slices and resamples. `null` where the targets do not vary.
 * Answered samples only.
 */
export function pooledR2(measure: string): CorpusMetric<HasVectors> {
  return {
    id: "r2",
    title: "R², pooled",
    signature: signature("pooled-r2", 1, {
      dimensions: "pooled",
      mean: "of-scored-samples",
      unanswered: "dropped",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: null,
    population: "answered",
    counts: (item) => bothVectors(item) !== null,
    prepare(evidence) {
      const { errors, targets, dimensions } = packVectors(evidence);
      const means = new Float64Array(dimensions);
      return (weights) => {
        if (weights) assertWeights(weights, errors.length);
        const weightOf = (at: number) => (targets[at] === null ? 0 : (weights?.[at] ?? 1));
        means.fill(0);
        let total = 0;
        let error = 0;
        for (let at = 0; at < errors.length; at++) {
          const weight = weightOf(at);
          total += weight;
          error += weight * errors[at]!;
          for (let dimension = 0; weight !== 0 && dimension < dimensions; dimension++)
            means[dimension]! += weight * targets[at]![dimension]!;
        }
        if (total === 0) return null;
        for (let dimension = 0; dimension < dimensions; dimension++) means[dimension]! /= total;
        let spread = 0;
        let scale = 0;
        for (let at = 0; at < errors.length; at++) {
          const weight = weightOf(at);
          for (let dimension = 0; weight !== 0 && dimension < dimensions; dimension++) {
            spread += weight * (targets[at]![dimension]! - means[dimension]!) ** 2;
            scale += weight * targets[at]![dimension]! ** 2;
          }
        }
        // Equal targets may miss their own mean by rounding.
        return spread <= 1e-28 * scale ? null : 1 - error / spread;
      };
    },
  };
}

interface PackedVectors {
  /** Sum of squared errors of each sample. */
  readonly errors: readonly number[];
  readonly targets: readonly (Float64Array | null)[];
  readonly dimensions: number;
}

function packVectors(evidence: Iterable<HasVectors>): PackedVectors {
  const errors: number[] = [];
  const targets: (Float64Array | null)[] = [];
  let dimensions = 0;
  for (const item of evidence) {
    const both = bothVectors(item);
    errors.push(
      both
        ? both.target.reduce((sum, value, at) => sum + (both.predicted[at]! - value) ** 2, 0)
        : 0,
    );
    targets.push(both ? Float64Array.from(both.target) : null);
    if (!both) continue;
    if (dimensions !== 0 && dimensions !== both.target.length) {
      throw new RangeError(
        `R² needs targets of one length, got ${dimensions} and ${both.target.length} numbers`,
      );
    }
    dimensions = both.target.length;
  }
  return { errors, targets, dimensions };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "r2",
    group: "regression",
    title: "R², pooled",
    options: [],
    page: () => ({
      definition:
        "1 − Σ squared errors / Σ squared distances of the targets from the mean of their dimension, both over all samples and dimensions.",
      formula: "1 − Σ(y − ŷ)² / Σ(y − ȳ_d)²",
      citation: 'scikit-learn, r2_score(multioutput="variance_weighted"); Xperience task suite',
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases:
        "The mean is that of the samples scored, so it moves with slices and resamples. Null where the targets do not vary. Answered samples only.",
      signatures: [pooledR2("").signature],
    }),
    offers: [
      offer({
        id: "r2",
        title: "R², pooled",
        reads: "vectors",
        options: [],
        create: (measure) => [{ ...pooledR2(measure), id: "r2" }],
      }),
    ],
  },
];
