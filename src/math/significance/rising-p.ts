/** The indices of p-values from the smallest to the largest, equal ones in the order given. */
export function byRisingP(pValues: readonly number[]): readonly number[] {
  for (const p of pValues)
    if (!(p >= 0 && p <= 1)) throw new RangeError(`a p-value must be in [0, 1], got ${p}`);
  return [...pValues.keys()].sort((a, b) => pValues[a]! - pValues[b]!);
}
