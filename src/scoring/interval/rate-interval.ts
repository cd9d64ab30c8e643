import type { Score } from "../../core/scores/metric.ts";
import { clusteredRate } from "../../math/interval/clustered-rate.ts";
import type { DescribedInterval } from "../../math/interval/score-interval.ts";

export interface RateRequest {
  /** The group of each sample, as an index below `groupCount`. */
  readonly groups: Uint32Array;
  readonly groupCount: number;
  readonly score: Score;
  readonly exposures: Float64Array;
  /** How often each sample counts; each once when left out. */
  readonly weights: Uint32Array | undefined;
}

/**
 * Beyond this many groups they are taken together in as many blocks, since the score is asked once
 * for each; fewer where sets are large.
 */
const [fewestBlocks, mostBlocks] = [50, 200];
const blockWork = 10_000_000;

/**
 * The interval of a rate of events, such as false alarms per hour, from the events of each group;
 * see `clusteredRate`.
 */
export function rateInterval(request: RateRequest): DescribedInterval {
  const { events, exposures } = blockTotals(request);
  if (!exposures.some((exposure) => exposure > 0))
    return { limits: null, text: "nothing to divide by" };
  const { low, high, inflation } = clusteredRate({ events, exposures });
  return { limits: { low, high }, text: described(events, inflation) };
}

function described(events: Float64Array, inflation: number): string {
  if (events.every((count) => count === 0)) return "exact Poisson, one-sided: no event";
  return inflation === 1
    ? "exact Poisson"
    : `Poisson, events uneven over groups: variance × ${inflation.toFixed(1)}`;
}

/**
 * Events and exposure by block of groups: a rate is a ratio of sums, so that the rate of a block
 * tells its events.
 */
function blockTotals({ groups, groupCount, score, exposures, weights }: RateRequest) {
  const blocks = Math.min(
    groupCount,
    mostBlocks,
    Math.max(fewestBlocks, Math.floor(blockWork / groups.length)),
  );
  const own = new Uint32Array(groups.length);
  const totals = new Float64Array(blocks);
  const events = new Float64Array(blocks);
  for (let block = 0; block < blocks; block++) {
    for (let sample = 0; sample < groups.length; sample++) {
      own[sample] = groups[sample]! % blocks === block ? (weights?.[sample] ?? 1) : 0;
      totals[block]! += own[sample]! * exposures[sample]!;
    }
    events[block] = Math.round((score(own) ?? 0) * totals[block]!);
  }
  return { events, exposures: totals };
}
