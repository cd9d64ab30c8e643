/**
 * What metrics of boundaries read of one sample: instants in any one unit, such as frames or
 * seconds.
 */
export interface HasBoundaries {
  /** `null` where the truth is hidden. */
  readonly boundaries: readonly number[] | null;
  /** Empty where there is no answer. */
  readonly predictedBoundaries: readonly number[];
}

/** Hits, misses and false alarms of one sample, and the absolute time error of each hit. */
export interface BoundaryMatch {
  readonly hits: number;
  readonly misses: number;
  readonly falseAlarms: number;
  readonly errors: readonly number[];
}

/**
 * One-to-one matching as in the Xperience task suite: predictions in rising order, each takes the
 * nearest boundary that is still free and at most `tolerance` away, the earlier one of two as near.
 * Neighbouring predictions are not merged: all but one are false alarms.
 */
export function matchBoundaries(
  boundaries: readonly number[],
  predictions: readonly number[],
  tolerance: number,
): BoundaryMatch {
  if (!(tolerance >= 0)) throw new RangeError(`the tolerance must be at least 0, got ${tolerance}`);
  const free = new Set(boundaries.toSorted((a, b) => a - b).entries());
  const errors: number[] = [];
  for (const prediction of predictions.toSorted((a, b) => a - b)) {
    let nearest: readonly [number, number] | undefined;
    for (const entry of free) {
      const error = Math.abs(entry[1] - prediction);
      if (error <= tolerance && (!nearest || error < Math.abs(nearest[1] - prediction)))
        nearest = entry;
    }
    if (!nearest) continue;
    free.delete(nearest as [number, number]);
    errors.push(Math.abs(nearest[1] - prediction));
  }
  return {
    hits: errors.length,
    misses: free.size,
    falseAlarms: predictions.length - errors.length,
    errors,
  };
}
