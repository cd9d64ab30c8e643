/** Limits around an estimate, in the unit of the estimate; `low` is at most `high`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Fewer groups than this say too little about how groups differ for any interval. */
export const leastGroups = 10;

/** Throws unless 0 < confidence < 1. */
export function checkConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1))
    throw new RangeError(`confidence must be between 0 and 1, got ${confidence}`);
}

/** Throws unless 0 ≤ successes ≤ trials, both finite, and 0 < confidence < 1. */
export function checkProportion(successes: number, trials: number, confidence: number): void {
  checkConfidence(confidence);
  if (!(successes >= 0 && successes <= trials && Number.isFinite(trials))) {
    throw new RangeError(
      `successes must be between 0 and the number of trials, got ${successes} of ${trials}`,
    );
  }
}
