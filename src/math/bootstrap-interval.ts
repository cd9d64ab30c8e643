import { type BootstrapErrorInput, bootstrapError, isSteady } from "./bootstrap-error.ts";
import { checkConfidence, type Interval } from "./interval.ts";
import { studentQuantile } from "./student-quantile.ts";

export interface BootstrapIntervalInput extends BootstrapErrorInput {
  /** The values that the score can take, where both ends are known. */
  readonly range?: Interval;
  readonly confidence?: number;
}

/**
 * The interval of a score of a whole set: estimate − bias ± t(G − 1) standard errors, bias and error from a bootstrap of G groups. Where the
 * range of the score is known this is done on the arcsine scale, asin √x for x from 0 to 1, where the spread does not depend on the score
 * and limits do not pass the ends. The estimate is always inside. `null` where the resampled values do not vary.
 *
 * Percentiles of the resampled values would be shifted twice for scores that small sets flatter, such as interpolated average precision, and
 * are too narrow with few groups.
 */
export function bootstrapInterval(input: BootstrapIntervalInput): Interval | null {
  const { values, estimate, groupCount, draw, range, confidence = 0.95 } = input;
  checkConfidence(confidence);
  if (isSteady(values, estimate)) return null;
  const { to, from } = scaleOf(range);
  const centre = to(estimate);
  const found = bootstrapError({ values: values.map(to), estimate: centre, groupCount, ...(draw && { draw }) });
  if (!found || found.standardError === 0) return null;
  const reach = studentQuantile((1 + confidence) / 2, groupCount - 1) * found.standardError;
  return {
    low: Math.min(estimate, from(centre - found.bias - reach)),
    high: Math.max(estimate, from(centre - found.bias + reach)),
  };
}

interface Scale {
  readonly to: (value: number) => number;
  readonly from: (value: number) => number;
}

/** The scale on which a score is resampled: arcsine where its range is known. */
export function scaleOf(range: Interval | undefined): Scale {
  return range ? arcsineScale(range) : plainScale;
}

const plainScale: Scale = { to: (value) => value, from: (value) => value };

function arcsineScale({ low, high }: Interval): Scale {
  const width = high - low;
  return {
    to: (value) => Math.asin(Math.sqrt(Math.min(1, Math.max(0, (value - low) / width)))),
    from: (angle) => low + width * Math.sin(Math.min(Math.PI / 2, Math.max(0, angle))) ** 2,
  };
}
