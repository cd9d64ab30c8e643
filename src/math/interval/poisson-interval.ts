import { gammaQuantile } from "../distribution/gamma-quantile.ts";
import { checkConfidence, type Interval } from "./interval.ts";

/**
 * The exact interval of Garwood (1936, "Fiducial limits for the Poisson distribution") for a rate:
 * `count` events in `exposure` units, such as hours. It covers at least `confidence`, with at most
 * half of the rest on either side. Without events the lower limit is 0. The count need not be
 * whole, as effective counts are not.
 */
export function poissonInterval(count: number, exposure = 1, confidence = 0.95): Interval {
  checkConfidence(confidence);
  if (!(count >= 0 && Number.isFinite(count)))
    throw new RangeError(`a count must not be negative, got ${count}`);
  if (!(exposure > 0 && Number.isFinite(exposure)))
    throw new RangeError(`the exposure must be positive, got ${exposure}`);
  const tail = (1 - confidence) / 2;
  return {
    low: count === 0 ? 0 : gammaQuantile(tail, count) / exposure,
    high: gammaQuantile(1 - tail, count + 1) / exposure,
  };
}
