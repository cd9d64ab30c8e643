/** What metrics of regression read of one sample. */
export interface HasVectors {
  /** `null` where the truth is hidden. */
  readonly target: readonly number[] | null;
  /**
   * `null` where there is no answer: an error has no worst value to give it, so the sample does not
   * count.
   */
  readonly predicted: readonly number[] | null;
}

/**
 * The two vectors of a sample that counts, which must be of one length; `null` for any other
 * sample.
 */
export function bothVectors({ target, predicted }: HasVectors): {
  readonly target: readonly number[];
  readonly predicted: readonly number[];
} | null {
  if (target === null || predicted === null) return null;
  if (target.length !== predicted.length || target.length === 0) {
    throw new RangeError(
      `a prediction of ${predicted.length} numbers cannot be compared with a target of ${target.length}`,
    );
  }
  return { target, predicted };
}

/**
 * Mean over the numbers of a sample of what `cost` makes of their error; `null` where the sample
 * does not count.
 */
export function meanCost(item: HasVectors, cost: (error: number) => number): number | null {
  const both = bothVectors(item);
  if (both === null) return null;
  return (
    both.target.reduce((sum, value, at) => sum + cost(both.predicted[at]! - value), 0) /
    both.target.length
  );
}
