import { scoreNoise } from "../score-difference.ts";
import type { GroupDraw } from "./cluster-bootstrap.ts";

/** What a bootstrap says about an estimate. */
export interface BootstrapError {
  /** Mean of the resampled values minus the estimate. */
  readonly bias: number;
  /** Standard error of the estimate; 0 where only rounding would be left. */
  readonly standardError: number;
}

export interface BootstrapErrorInput {
  /** The resampled values; NaN where one is not defined. */
  readonly values: Float64Array;
  readonly estimate: number;
  /** How many groups were drawn from. */
  readonly groupCount: number;
  readonly draw?: GroupDraw;
}

/** Sums in another order differ by some units of the last place; that is no spread. */
const roundingNoise = 1e-13;

/**
 * Bias and standard error of an estimate. A bootstrap of G groups takes them for the whole
 * population, so that variances come out too small by (G − 1)/G, and under Dirichlet weights by (G
 * − 1)/(G + 1); that is put right. `null` with fewer than two defined values or groups.
 */
export function bootstrapError({
  values,
  estimate,
  groupCount,
  draw = "counts",
}: BootstrapErrorInput): BootstrapError | null {
  let count = 0;
  let sum = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count++;
    sum += value - estimate;
  }
  if (count < 2 || groupCount < 2) return null;
  const bias = sum / count;
  let squares = 0;
  for (const value of values) if (!Number.isNaN(value)) squares += (value - estimate - bias) ** 2;
  const correction = (groupCount + (draw === "counts" ? 0 : 1)) / (groupCount - 1);
  const standardError = Math.sqrt((squares / (count - 1)) * correction);
  return {
    bias,
    standardError:
      standardError <= roundingNoise * Math.max(1, Math.abs(estimate)) ? 0 : standardError,
  };
}

/**
 * Whether a score is the same on all resamples, but for what formulas and rounding make of it;
 * undefined values (NaN) say nothing.
 */
export function isSteady(values: Float64Array, estimate: number): boolean {
  const noise = scoreNoise(estimate);
  return values.every((value) => Number.isNaN(value) || Math.abs(value - estimate) <= noise);
}
