/**
 * The expected average precision of a ranking in random order of `size` items of which `positives`
 * are true: (R − 1)/(N − 1) + (H/N)·(N − R)/(N − 1), H the N-th harmonic number. It is above the
 * prevalence, most of all in short rankings.
 */
export function randomAveragePrecision(size: number, positives: number): number {
  if (
    !(
      Number.isSafeInteger(size) &&
      Number.isSafeInteger(positives) &&
      positives >= 1 &&
      positives <= size
    )
  )
    throw new RangeError(
      `there must be at least one positive among whole numbers of items, got ${positives} of ${size}`,
    );
  if (positives === size) return 1;
  let harmonic = 0;
  for (let rank = size; rank >= 1; rank--) harmonic += 1 / rank;
  return (positives - 1) / (size - 1) + ((harmonic / size) * (size - positives)) / (size - 1);
}
