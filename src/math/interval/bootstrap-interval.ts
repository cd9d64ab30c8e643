import { studentQuantile } from "../distribution/student-quantile.ts";
import { type BootstrapErrorInput, bootstrapError, isSteady } from "./bootstrap-error.ts";
import { checkConfidence, type Interval } from "./interval.ts";

export interface BootstrapIntervalInput extends BootstrapErrorInput {
  readonly confidence?: number;
}

/**
 * The interval of a score of a whole set that has no worst value: estimate − bias ± t(G − 1)
 * standard errors, bias and error from a bootstrap of G groups. The estimate is always inside.
 * `null` where the resampled values do not vary. See `effectiveSizeInterval` for scores between two
 * ends.
 *
 * Percentiles of the resampled values would be shifted twice for scores that small sets flatter,
 * and are too narrow with few groups.
 */
export function bootstrapInterval(input: BootstrapIntervalInput): Interval | null {
  const { values, estimate, groupCount, draw, confidence = 0.95 } = input;
  checkConfidence(confidence);
  if (isSteady(values, estimate)) return null;
  const found = bootstrapError({ values, estimate, groupCount, ...(draw && { draw }) });
  if (!found || found.standardError === 0) return null;
  const reach = studentQuantile((1 + confidence) / 2, groupCount - 1) * found.standardError;
  return {
    low: Math.min(estimate, estimate - found.bias - reach),
    high: Math.max(estimate, estimate - found.bias + reach),
  };
}
