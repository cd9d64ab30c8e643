import { percentileRanks } from "../math/interval/percentile-ranks.ts";
import {
  type LatencyFigure,
  type PercentileName,
  percentileNames,
} from "../summary/performance/load-summary.ts";

export interface ProfileOptions {
  /** How often the function is measured; 100 if left out. */
  readonly runs?: number | undefined;
  /** How often it is called before that; 5 if left out. */
  readonly warmUp?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How long a function takes, in milliseconds, with 95 % intervals where there are enough runs. */
export interface Profile extends Readonly<Record<PercentileName, LatencyFigure>> {
  readonly name: string;
  readonly unit: "ms";
  readonly runs: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Calls a function again and again, one call after the other, and says how long it takes. What it
 * throws is thrown. Intervals of percentiles are those of order statistics, for any distribution.
 */
export async function profile(
  name: string,
  fn: () => unknown,
  { runs = 100, warmUp = 5, signal }: ProfileOptions = {},
): Promise<Profile> {
  for (const [option, value, least] of [
    ["runs", runs, 1],
    ["warmUp", warmUp, 0],
  ] as const)
    if (!Number.isInteger(value) || value < least)
      throw new RangeError(`${option} must be a whole number from ${least} on, got ${value}`);
  const times = new Float64Array(runs);
  for (let at = -warmUp; at < runs; at++) {
    signal?.throwIfAborted();
    const startMs = performance.now();
    await fn();
    if (at >= 0) times[at] = performance.now() - startMs;
  }
  times.sort();
  return {
    name,
    unit: "ms",
    runs,
    ...percentilesOf(times),
    mean: times.reduce((sum, one) => sum + one, 0) / runs,
    min: times[0]!,
    max: times.at(-1)!,
  };
}

const fractions: Readonly<Record<PercentileName, number>> = {
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

function percentilesOf(sorted: Float64Array): Readonly<Record<PercentileName, LatencyFigure>> {
  const at = (rank: number) => sorted[Math.min(sorted.length, Math.max(1, rank)) - 1]!;
  const figures = percentileNames.map((name) => {
    const fraction = fractions[name];
    const ranks = percentileRanks(fraction, sorted.length);
    const value = at(Math.ceil(fraction * sorted.length - 1e-9));
    return [
      name,
      { value, low: ranks ? at(ranks.low) : null, high: ranks ? at(ranks.high) : null },
    ] as const;
  });
  return Object.fromEntries(figures) as Record<PercentileName, LatencyFigure>;
}
