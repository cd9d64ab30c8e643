/**
 * Ranks, from 1, between which a percentile of independent values lies with the given confidence, whatever
 * their distribution (order statistics); `undefined` where there are too few values to say so.
 */
export function percentileRanks(
  fraction: number,
  n: number,
  confidence = 0.95,
): { readonly low: number; readonly high: number } | undefined {
  const tail = (1 - confidence) / 2;
  let [low, high, cumulative] = [0, 0, 0];
  let logarithm = n * Math.log1p(-fraction);
  for (let below = 0; below < n; below++) {
    if (below > 0)
      logarithm += Math.log((n - below + 1) / below) + Math.log(fraction / (1 - fraction));
    cumulative += Math.exp(logarithm);
    // So many values or fewer lie below the percentile with this probability.
    if (cumulative <= tail) low = below + 1;
    if (high === 0 && cumulative >= 1 - tail) high = below + 1;
  }
  return low === 0 || high === 0 ? undefined : { low, high };
}
