import type { LatencyHistogram } from "./latency-histogram.ts";
import { seededRandom } from "./seeded-random.ts";

interface Resampling {
  readonly fractions: readonly number[];
  readonly draws: number;
  /** Tells streams of random numbers apart. */
  readonly label: string;
}

/**
 * Percentiles of resampled histograms: in each draw as many of them as there are are taken with
 * replacement. One array of draws for each fraction; the sums run over the buckets that any
 * histogram has something in.
 */
export function resamplePercentiles(
  histograms: readonly LatencyHistogram[],
  { fractions, draws, label }: Resampling,
): readonly Float64Array[] {
  const filled = histograms.filter(({ total }) => total > 0);
  const buckets = [
    ...new Set(filled.flatMap((one) => Array.from(one.buckets(), ([value]) => value))),
  ].sort((a, b) => a - b);
  const places = new Map(buckets.map((value, at) => [value, at]));
  const rows = filled.map((histogram) => {
    const row = new Float64Array(buckets.length);
    for (const [value, count] of histogram.buckets()) row[places.get(value)!] = count;
    return row;
  });
  const found = fractions.map(() => new Float64Array(draws).fill(Number.NaN));
  const sums = new Float64Array(buckets.length);
  for (let draw = 0; draw < draws && filled.length > 0; draw++) {
    const random = seededRandom(0, label, draw);
    sums.fill(0);
    let total = 0;
    for (let taken = 0; taken < rows.length; taken++) {
      const at = Math.floor(random() * rows.length);
      const row = rows[at]!;
      for (let bucket = 0; bucket < row.length; bucket++) sums[bucket]! += row[bucket]!;
      total += filled[at]!.total;
    }
    const ranks = fractions.map((fraction) => Math.max(1, Math.ceil(fraction * total - 1e-9)));
    let seen = 0;
    let next = 0;
    for (let bucket = 0; bucket < sums.length && next < ranks.length; bucket++) {
      seen += sums[bucket]!;
      while (next < ranks.length && seen >= ranks[next]!) found[next++]![draw] = buckets[bucket]!;
    }
  }
  return found;
}
