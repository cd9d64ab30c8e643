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
      const spreadOf = spreadOfTargets(targets, dimensions);
      return (weights) => {
        if (weights) assertWeights(weights, errors.length);
        const counts = errors.map((_, at) => (targets[at] === null ? 0 : (weights?.[at] ?? 1)));
        const spread = spreadOf(counts);
        const error = errors.reduce((sum, one, at) => sum + counts[at]! * one, 0);
        return spread === null ? null : 1 - error / spread;
      };
    },
  };
}

type Targets = readonly (Float64Array | null)[];

/**
 * The weighted squared distances of targets from the mean of their dimension; `null` where they do
 * not vary.
 */
type Spread = (counts: readonly number[]) => number | null;

/**
 * Targets of more numbers than there are samples are known by their products with each other, which
 * are computed once: a resample of 348 targets of 5,096 numbers then takes a thirtieth of the time.
 */
function spreadOfTargets(targets: Targets, dimensions: number): Spread {
  const means = new Float64Array(dimensions);
  return dimensions > targets.length
    ? spreadByProducts(centred(targets, means), targets)
    : (counts) => spreadByMeans(targets, counts, means);
}

/** Without the mean of all, so that little is lost where products are taken away from each other. */
function centred(targets: Targets, means: Float64Array): Targets {
  const all = targets.filter((target) => target !== null);
  for (const target of all)
    for (let d = 0; d < means.length; d++) means[d]! += target[d]! / all.length;
  return targets.map((target) => target?.map((value, d) => value - means[d]!) ?? null);
}

function spreadByProducts(targets: Targets, given: Targets): Spread {
  const n = targets.length;
  const products = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++)
      products[i * n + j] = products[j * n + i] = dot(targets[i]!, targets[j]!);
  const largest = Math.max(0, ...Array.from({ length: n }, (_, i) => products[i * n + i]!));
  const scale = Math.max(0, ...given.map((target) => dot(target, target)));
  return (counts) => {
    let [total, own, mixed] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      const count = counts[i]!;
      if (count === 0) continue;
      total += count;
      own += count * products[i * n + i]!;
      let row = 0;
      for (let j = 0; j < n; j++) row += counts[j]! * products[i * n + j]!;
      mixed += count * row;
    }
    const spread = total === 0 ? 0 : own - mixed / total;
    // Equal targets may differ by rounding, of their own numbers or of the products.
    return spread <= total * (1e-12 * largest + 1e-28 * scale) ? null : spread;
  };
}

function dot(first: Float64Array | null, second: Float64Array | null): number {
  if (!first || !second) return 0;
  let sum = 0;
  for (let d = 0; d < first.length; d++) sum += first[d]! * second[d]!;
  return sum;
}

function spreadByMeans(
  targets: Targets,
  counts: readonly number[],
  means: Float64Array,
): number | null {
  means.fill(0);
  let total = 0;
  for (const [at, target] of targets.entries()) {
    const count = counts[at]!;
    total += count;
    for (let d = 0; count !== 0 && d < means.length; d++) means[d]! += count * target![d]!;
  }
  if (total === 0) return null;
  for (let d = 0; d < means.length; d++) means[d]! /= total;
  let [spread, scale] = [0, 0];
  for (const [at, target] of targets.entries()) {
    const count = counts[at]!;
    for (let d = 0; count !== 0 && d < means.length; d++) {
      spread += count * (target![d]! - means[d]!) ** 2;
      scale += count * target![d]! ** 2;
    }
  }
  // Equal targets may miss their own mean by rounding.
  return spread <= 1e-28 * scale ? null : spread;
}

interface PackedVectors {
  /** Sum of squared errors of each sample. */
  readonly errors: readonly number[];
  readonly targets: Targets;
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
