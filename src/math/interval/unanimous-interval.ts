import type { Score } from "../../core/scores/metric.ts";
import { isSteady } from "./bootstrap-error.ts";
import { rankGroups, scoreWeighings } from "./cluster-bootstrap.ts";
import { checkConfidence, type Interval } from "./interval.ts";

export interface UnanimousInput {
  /** What every group scores. */
  readonly value: number;
  readonly groupCount: number;
  /** The values that the score can take. */
  readonly range: Interval;
  readonly confidence?: number;
}

export interface UnanimousInterval extends Interval {
  /** The largest share of groups that may score otherwise. */
  readonly share: number;
}

/**
 * The interval of a score that is the same in every group, such as that of a perfect system, where
 * nothing varies that could be resampled. Exact is the bound on the share of groups that score
 * otherwise: seen none of G, it is below 1 − ((1 − confidence) / 2)^(1/G), the limit of Clopper and
 * Pearson. The limits of the score are what it would be with that share of groups at either end of
 * the range, each weighing as much as any other.
 */
export function unanimousInterval({
  value,
  groupCount,
  range,
  confidence = 0.95,
}: UnanimousInput): UnanimousInterval {
  checkConfidence(confidence);
  if (!(groupCount >= 1)) throw new RangeError(`there must be a group, got ${groupCount}`);
  const share = 1 - ((1 - confidence) / 2) ** (1 / groupCount);
  const within = Math.min(range.high, Math.max(range.low, value));
  return {
    low: within - share * (within - range.low),
    high: within + share * (range.high - within),
    share,
  };
}

export interface AgreeingInput {
  readonly groups: Uint32Array;
  readonly groupCount: number;
  readonly base?: Uint32Array;
  readonly score: Score;
  readonly estimate: number;
  /** Beyond this many groups, as many are looked at, and the rest is taken to be alike. */
  readonly mostChecked: number;
}

/**
 * How many groups have the score of the whole set by themselves. Those that say nothing alone, such
 * as videos without an event, do not count; where no group has a score of its own, as with kappa,
 * all do.
 */
export function agreeingGroups({
  groups,
  groupCount,
  base,
  score,
  estimate,
  mostChecked,
}: AgreeingInput): number {
  const { ranks, rankCount } = rankGroups({ groups, groupCount, base });
  const checked = Math.min(rankCount, mostChecked);
  const counts = new Uint32Array(rankCount);
  const [alone] = scoreWeighings({ ranks, counts, base, scores: [score] }, checked, (part) => {
    counts.fill(0);
    counts[Math.floor((part * rankCount) / checked)] = 1;
  });
  const defined = alone!.filter((value) => !Number.isNaN(value));
  if (defined.length === 0) return rankCount;
  const agreeing = defined.filter((value) => isSteady(Float64Array.of(value), estimate)).length;
  return checked === rankCount ? agreeing : Math.floor((agreeing / checked) * rankCount);
}
