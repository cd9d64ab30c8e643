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

/** Places of a boundary and of the prediction that took it. */
type BoundaryPair = readonly [boundary: number, prediction: number];

/**
 * One-to-one matching as in the Xperience task suite: predictions in rising order, each takes the
 * nearest boundary that is still free and at most `tolerance` away, the earlier one of two as near.
 * Both lists must rise.
 */
export function boundaryPairs(
  boundaries: readonly number[],
  predictions: readonly number[],
  tolerance: number,
): readonly BoundaryPair[] {
  if (!(tolerance >= 0)) throw new RangeError(`the tolerance must be at least 0, got ${tolerance}`);
  const free = new Set(boundaries.keys());
  const pairs: BoundaryPair[] = [];
  for (const [at, prediction] of predictions.entries()) {
    const errorOf = (place: number) => Math.abs(boundaries[place]! - prediction);
    let nearest: number | undefined;
    for (const place of free)
      if (
        errorOf(place) <= tolerance &&
        (nearest === undefined || errorOf(place) < errorOf(nearest))
      )
        nearest = place;
    if (nearest === undefined) continue;
    free.delete(nearest);
    pairs.push([nearest, at]);
  }
  return pairs;
}

/**
 * What the matching of `boundaryPairs` comes to. Neighbouring predictions are not merged: all but
 * one are false alarms.
 */
export function matchBoundaries(
  boundaries: readonly number[],
  predictions: readonly number[],
  tolerance: number,
): BoundaryMatch {
  const rising = (a: number, b: number) => a - b;
  const [truths, guesses] = [boundaries.toSorted(rising), predictions.toSorted(rising)];
  const pairs = boundaryPairs(truths, guesses, tolerance);
  return {
    hits: pairs.length,
    misses: truths.length - pairs.length,
    falseAlarms: guesses.length - pairs.length,
    errors: pairs.map(([truth, guess]) => Math.abs(truths[truth]! - guesses[guess]!)),
  };
}
