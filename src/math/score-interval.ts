import type { Score } from "../core/metric.ts";
import { bootstrapInterval } from "./bootstrap-interval.ts";
import { clusterBootstrap, type GroupDraw, type ResampledScore } from "./cluster-bootstrap.ts";
import { type Interval, leastGroups } from "./interval.ts";
import { scoreRange } from "./score-range.ts";
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
  /** Whether it is a sum over the samples, which no share of the groups bounds. */
  readonly isTotal?: boolean | undefined;
  /** Groups in which a sample counts. */
  readonly countedGroups: number;
  /** What the score was on resamples drawn before, shared by several scores; drawn here when left out. */
  readonly resampled?: ResampledScore;
}

/** Limits with how they were made, or why there are none. */
export interface DescribedInterval {
  readonly limits: Interval | null;
  readonly text: string;
}

/**
 * The 95 % interval of a score of a whole set by a bootstrap of whole groups, see `bootstrapInterval`. Where the score is not defined on some
 * resamples, because a class vanished, all are drawn again with Dirichlet weights, under which nothing vanishes. Where all resamples score the same,
 * see `unanimousInterval`.
 */
export function scoreInterval(input: ScoreIntervalInput): DescribedInterval {
  const { set, score, estimate, best, worst, countedGroups, resampled } = input;
  const range = scoreRange({ best, worst });
  const drawn = (draw: GroupDraw) => clusterBootstrap({ ...set, scores: [score], draw })[0]!;
  const counts = resampled ?? drawn("counts");
  const draw = counts.undefinedCount === 0 ? "counts" : "dirichlet";
  const { values, undefinedCount } = draw === "counts" ? counts : drawn(draw);
  if (undefinedCount === set.resamples) return { limits: null, text: "the score is not defined on any resample" };
  const limits = bootstrapInterval({ values, estimate, groupCount: countedGroups, draw, ...(range && { range }) });
  if (!limits) return ofAgreeing(input);
  const weights = draw === "counts" ? "" : ", Dirichlet weights";
  const left = undefinedCount === 0 ? "" : `, ${undefinedCount} of them left out, since the score is not defined there`;
  return {
    limits,
    text: `cluster bootstrap${weights}, bias-corrected t${range ? " on the arcsine scale" : ""}, ${set.resamples} resamples${left}`,
  };
}

function ofAgreeing({ set, score, estimate, best, worst, isTotal }: ScoreIntervalInput): DescribedInterval {
  const range = scoreRange({ best, worst });
  if (!range || isTotal) return unanimousScore({ value: estimate, groupCount: 0, range: undefined });
  const groupCount = agreeingGroups({ ...set, score, estimate, mostChecked: set.resamples });
  return unanimousScore({ value: estimate, groupCount, range });
}

export interface UnanimousScore {
  readonly value: number;
  /** Groups that have this score by themselves. */
  readonly groupCount: number;
  readonly range: Interval | undefined;
}

/** The interval of a score that is the same in every group, or why there is none. */
export function unanimousScore({ value, groupCount, range }: UnanimousScore): DescribedInterval {
  const same = "all resamples give the same score";
  if (!range) return { limits: null, text: `${same}, which has no worst value` };
  if (groupCount < leastGroups)
    return { limits: null, text: `${same}, and fewer than ${leastGroups} groups (${groupCount}) tell anything` };
  const { low, high, share } = unanimousInterval({ value, groupCount, range });
  return { limits: { low, high }, text: `exact: all ${groupCount} groups score the same, so at most ${(100 * share).toFixed(1)} % do not` };
}
