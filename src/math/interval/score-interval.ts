import type { Score, SmallSetBias } from "../../core/scores/metric.ts";
import { bootstrapInterval } from "./bootstrap-interval.ts";
import { clusterBootstrap } from "./cluster-bootstrap.ts";
import { effectiveSizeInterval } from "./effective-size-interval.ts";
import { type Interval, leastGroups } from "./interval.ts";
import { scoreRange } from "./score-range.ts";
import { partsOf, type ScoreSpread, scoreSpreads } from "./score-spread.ts";
import { agreeingGroups, unanimousInterval } from "./unanimous-interval.ts";

/** The samples of a score and how they belong together. */
interface ResampledSet {
  /** The group of each sample, as an index below `groupCount`. */
  readonly groups: Uint32Array;
  readonly groupCount: number;
  /** How often each sample counts before resampling; each once when left out. */
  readonly base?: Uint32Array;
  readonly seed: number;
  readonly resamples: number;
}

export interface ScoreIntervalInput {
  readonly set: ResampledSet;
  readonly score: Score;
  /** The score of all samples. */
  readonly estimate: number;
  readonly best: number;
  readonly worst: number | null;
  /** See `effectiveSizeInterval`. */
  readonly bias?: SmallSetBias | undefined;
  /**
   * The worst value that this set allows, where scores have none in general; asked for only where
   * all groups agree.
   */
  worstHere?(): number | null;
  /** Groups in which a sample counts. */
  readonly countedGroups: number;
  /**
   * What the score was on resamples drawn before, shared by several scores; drawn here when left
   * out.
   */
  readonly spread?: ScoreSpread;
}

/** Limits with how they were made, or why there are none. */
export interface DescribedInterval {
  readonly limits: Interval | null;
  readonly text: string;
}

/**
 * The 95 % interval of a score of a whole set by a bootstrap of whole groups, see
 * `effectiveSizeInterval`, and `bootstrapInterval` for scores without a worst value. Where the
 * score is not defined on some resamples, because a class vanished, all are drawn again with
 * Dirichlet weights, under which nothing vanishes. Where all resamples score the same, see
 * `unanimousInterval`.
 */
export function scoreInterval(input: ScoreIntervalInput): DescribedInterval {
  const { set, score, estimate, best, worst, bias, countedGroups } = input;
  const range = scoreRange({ best, worst });
  const spread = input.spread ?? scoreSpreads({ ...set, scores: [score] })[0]!;
  const draw = spread.undefinedCount === 0 ? "counts" : "dirichlet";
  const { values, undefinedCount } =
    draw === "counts" ? spread : clusterBootstrap({ ...set, scores: [score], draw })[0]!;
  if (undefinedCount === set.resamples)
    return { limits: null, text: "the score is not defined on any resample" };
  const resampled = { values, estimate, groupCount: countedGroups, draw } as const;
  const limits = range
    ? effectiveSizeInterval({ ...spread, ...resampled, range, bias })
    : bootstrapInterval(resampled);
  if (!limits)
    return ofAgreeing(input, range ?? scoreRange({ best, worst: input.worstHere?.() ?? null }));
  const weights = draw === "counts" ? "" : ", Dirichlet weights";
  const left =
    undefinedCount === 0
      ? ""
      : `, ${undefinedCount} of them left out, since the score is not defined there`;
  const corrected = bias === "kept" ? "" : "bias-corrected ";
  const how = range ? `${corrected}Korn–Graubard` : "bias-corrected t";
  return { limits, text: `cluster bootstrap${weights}, ${how}, ${set.resamples} resamples${left}` };
}

function ofAgreeing(
  { set, score, estimate, countedGroups }: ScoreIntervalInput,
  range: Interval | undefined,
): DescribedInterval {
  // Where there are too many groups to look at each, a part of them is as good a sample for a
  // fraction of the time.
  const mostChecked = countedGroups > set.resamples ? partsOf(set.resamples) : set.resamples;
  const groupCount = range ? agreeingGroups({ ...set, score, estimate, mostChecked }) : 0;
  return unanimousScore({ value: estimate, groupCount, range, countedGroups });
}

export interface UnanimousScore {
  readonly value: number;
  /** Groups that have this score by themselves. */
  readonly groupCount: number;
  readonly range: Interval | undefined;
  /** Groups in which a sample counts, where not all of these can be scored alone. */
  readonly countedGroups?: number;
}

/** The interval of a score that is the same in every group, or why there is none. */
export function unanimousScore({
  value,
  groupCount,
  range,
  countedGroups = groupCount,
}: UnanimousScore): DescribedInterval {
  const same = "all resamples give the same score";
  if (!range) return { limits: null, text: `${same}, which has no worst value` };
  if (groupCount < leastGroups)
    return {
      limits: null,
      text: `${same}, and fewer than ${leastGroups} groups (${groupCount}) tell anything`,
    };
  const { low, high, share } = unanimousInterval({ value, groupCount, range });
  const which = groupCount < countedGroups ? "groups that can be scored alone" : "groups";
  return {
    limits: { low, high },
    text: `exact: all ${groupCount} ${which} score the same, so at most ${(100 * share).toFixed(1)} % do not`,
  };
}
