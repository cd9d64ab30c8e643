import { studentQuantile } from "../distribution/student-quantile.ts";
import { scaleOf } from "./arcsine-scale.ts";
import { bootstrapError, isSteady } from "./bootstrap-error.ts";
import type { GroupDraw } from "./cluster-bootstrap.ts";
import { checkConfidence, type Interval } from "./interval.ts";

/** The score of one set, and what it was on resamples of the set's own groups. */
export interface SetScore {
  readonly estimate: number;
  /** NaN where it was not defined. */
  readonly values: Float64Array;
  readonly groupCount: number;
  readonly draw: GroupDraw;
}

export interface MeanOfSetsInput {
  /** Resampled independently of each other, all equally often. */
  readonly sets: readonly SetScore[];
  /** The values that the score can take, where both ends are known. */
  readonly range?: Interval;
  readonly confidence?: number;
}

/**
 * The interval of the plain mean of a score over independent sets: a bootstrap stratified by set.
 * Mean − bias ± t standard errors, on the arcsine scale where the range is known. Variances are put
 * right set by set, since each was drawn from groups of its own, and t has the degrees of freedom
 * of Welch and Satterthwaite: a set of few groups counts by its share of the variance. `null` where
 * a set has fewer than two groups, or nothing varies.
 */
export function meanOfSetsInterval({
  sets,
  range,
  confidence = 0.95,
}: MeanOfSetsInput): Interval | null {
  checkConfidence(confidence);
  if (sets.every(({ values, estimate }) => isSteady(values, estimate))) return null;
  const spread = spreadOf(sets);
  if (!spread) return null;
  const { to, from } = scaleOf(range);
  const estimate = meanOf(sets.map((set) => set.estimate));
  const centre = to(estimate);
  const resampled = sets[0]!.values.map((_, at) =>
    to(meanOf(sets.map(({ values }) => values[at]!))),
  );
  const found = bootstrapError({
    values: resampled,
    estimate: centre,
    groupCount: Number.MAX_SAFE_INTEGER,
  });
  if (!found || found.standardError === 0) return null;
  const reach =
    studentQuantile((1 + confidence) / 2, spread.freedom) * found.standardError * spread.correction;
  return {
    low: Math.min(estimate, from(centre - found.bias - reach)),
    high: Math.max(estimate, from(centre - found.bias + reach)),
  };
}

interface Spread {
  /** By how much the standard error of the resampled means is too small. */
  readonly correction: number;
  readonly freedom: number;
}

function spreadOf(sets: readonly SetScore[]): Spread | null {
  let [right, raw, squares] = [0, 0, 0];
  for (const set of sets) {
    const found = bootstrapError(set);
    if (!found) return null;
    const variance = found.standardError ** 2;
    right += variance;
    raw += (variance * (set.groupCount - 1)) / (set.groupCount + (set.draw === "counts" ? 0 : 1));
    squares += variance ** 2 / (set.groupCount - 1);
  }
  return raw === 0 ? null : { correction: Math.sqrt(right / raw), freedom: right ** 2 / squares };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
