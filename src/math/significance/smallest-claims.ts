import { incompleteBeta } from "../incomplete-beta.ts";
import { gammaQuantile } from "./gamma-quantile.ts";

/** How many flips, all in one direction, McNemar's exact test needs for p < α: six at .05. */
export function flipsToDiffer(alpha = 0.05): number {
  checkAlpha(alpha);
  let flips = 1;
  while (2 ** (1 - flips) >= alpha) flips++;
  return flips;
}

/**
 * How many of `trials` must succeed to claim a share of at least `target`, one-sided at α by the exact binomial: 37 of 40 for .80 at .05. `null`
 * where not even all would do.
 */
export function successesToClaim(trials: number, target: number, alpha = 0.05): number | null {
  checkAlpha(alpha);
  if (!(Number.isSafeInteger(trials) && trials > 0)) throw new RangeError(`trials must be whole and positive, got ${trials}`);
  if (!(target > 0 && target < 1)) throw new RangeError(`the target must be between 0 and 1, got ${target}`);
  for (let successes = 1; successes <= trials; successes++)
    if (incompleteBeta(successes, trials - successes + 1, target) <= alpha) return successes;
  return null;
}

/** How long to look, with so many events seen, to claim fewer than `rate` per unit, one-sided at α: 3.0 hours without an event for 1 per hour. */
export function exposureToClaim(rate: number, events = 0, alpha = 0.05): number {
  checkAlpha(alpha);
  if (!(rate > 0 && Number.isFinite(rate))) throw new RangeError(`the rate must be positive, got ${rate}`);
  if (!(Number.isSafeInteger(events) && events >= 0)) throw new RangeError(`events must be whole and not negative, got ${events}`);
  return gammaQuantile(1 - alpha, events + 1) / rate;
}

function checkAlpha(alpha: number): void {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must be between 0 and 1, got ${alpha}`);
}
