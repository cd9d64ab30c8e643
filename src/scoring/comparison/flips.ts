import { lessIsBetter, type Metric } from "../../core/scores/metric.ts";
import type { ChangeCounts, Flip, FlipSummary } from "../../summary/comparison-summary.ts";
import type { SampleDigests } from "../evidence/evidence-set.ts";
import type { PreparedMetric } from "../evidence/prepared-metric.ts";
import type { IndexedSamples } from "../evidence/sample-index.ts";
import type { PairedChanges } from "./paired-systems.ts";

/** How often the first system is better than the second, worse, and as good. */
export function changeCounts(
  { differences }: PairedChanges,
  metric: Pick<Metric, "best" | "worst">,
): ChangeCounts {
  const sign = lessIsBetter(metric) ? -1 : 1;
  let [wins, losses] = [0, 0];
  for (const difference of differences) {
    if (sign * difference > 0) wins++;
    else if (sign * difference < 0) losses++;
  }
  return { wins, losses, ties: differences.length - wins - losses };
}

interface FlipInput {
  readonly changes: PairedChanges;
  readonly sides: readonly [first: PreparedMetric, second: PreparedMetric];
  /** Of the first system. */
  readonly digests: SampleDigests;
  readonly samples: IndexedSamples;
  /** So many samples are listed. */
  readonly most: number;
}

/**
 * The samples that two systems score differently on: half of the list for losses where there are so
 * many, then wins, the largest differences first, equal ones in the order of their digests.
 */
export function flipsOf({ changes, sides, digests, samples, most }: FlipInput): FlipSummary {
  const { metric } = sides[0];
  const { differences, rows } = changes;
  const sign = lessIsBetter(metric) ? -1 : 1;
  const { wins, losses } = changeCounts(changes, metric);
  const largest = (direction: 1 | -1, room: number) => {
    const places = Array.from(differences.keys()).filter(
      (i) => direction * sign * differences[i]! > 0,
    );
    return places
      .sort((a, b) => Math.abs(differences[b]!) - Math.abs(differences[a]!) || a - b)
      .slice(0, Math.max(0, room));
  };
  const flip = (i: number, change: Flip["change"]): Flip => ({
    sample: samples.id(placeOf(samples.digests, digests, rows[0][i]!)),
    baseline: sides[1].values![rows[1][i]!]!,
    value: sides[0].values![rows[0][i]!]!,
    change,
  });
  const lost = largest(-1, most - Math.min(wins, Math.floor(most / 2)));
  return {
    metric: metric.id,
    wins,
    losses,
    samples: [
      ...lost.map((i) => flip(i, "loss")),
      ...largest(1, most - lost.length).map((i) => flip(i, "win")),
    ],
  };
}

/** Where a sample stands among those planned. */
function placeOf(all: SampleDigests, { high, low }: SampleDigests, row: number): number {
  let [from, to] = [0, all.high.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const before =
      all.high[middle]! < high[row]! ||
      (all.high[middle] === high[row] && all.low[middle]! < low[row]!);
    if (before) from = middle + 1;
    else to = middle;
  }
  return from;
}
