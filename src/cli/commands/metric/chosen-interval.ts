import type { Score, Weights } from "../../../core/scores/metric.ts";
import { UserError } from "../../../core/user-error.ts";
import { bcaInterval } from "../../../math/interval/bca-interval.ts";
import { clusterBootstrap, type GroupDraw } from "../../../math/interval/cluster-bootstrap.ts";
import { type Interval, leastGroups } from "../../../math/interval/interval.ts";
import { jackknifeScores } from "../../../math/interval/jackknife-scores.ts";
import { percentileInterval } from "../../../math/interval/percentile-interval.ts";
import { studentisedInterval } from "../../../math/interval/studentised-interval.ts";
import {
  caution,
  groupTotals,
  type IntervalSummary,
  none,
  resamplesFor,
} from "../../../scoring/interval/score-intervals.ts";
import type { Figure } from "./metric-input.ts";

/** How 95 % intervals can be asked for, where those of docs/statistics.md are not wanted. */
const intervalMethods = ["percentile", "bca", "studentised"] as const;
export type IntervalMethod = (typeof intervalMethods)[number];

export interface ChosenInterval {
  readonly method: IntervalMethod;
  readonly seed: number;
  readonly set: { readonly n: number; readonly groups: Uint32Array; readonly groupCount: number };
  /** How often each unit counts; once each where left out. */
  readonly weights: Uint32Array | undefined;
  readonly point: number | null;
}

/** Makes the intervals that --interval names. */
export function intervalOf(
  name: string,
): (figure: Figure, chosen: Omit<ChosenInterval, "method">) => IntervalSummary {
  const method = intervalMethods.find((one) => one === name);
  if (!method)
    throw new UserError(
      `--interval ${name}: expected ${intervalMethods.join(", ")}`,
      "left out, the rules of all reports hold",
    );
  return (figure, chosen) => chosenInterval(figure, { ...chosen, method });
}

/**
 * The interval of one figure by a cluster bootstrap and the method asked for, cut to nothing: what
 * a method gives is what is shown.
 */
export function chosenInterval({ score, values }: Figure, chosen: ChosenInterval): IntervalSummary {
  const { method, set, weights, point } = chosen;
  const groups = groupTotals(set, values, weights).counts.length;
  if (point === null) return none("the score is not defined");
  if (groups < leastGroups) return none(`fewer than ${leastGroups} groups (${groups})`);
  const found =
    method === "studentised" ? studentised(values, chosen) : resampled(score, { ...chosen, point });
  return "reason" in found
    ? none(found.reason)
    : { ...found.limits, interval: `${found.text}${caution(groups)}` };
}

type Found = { readonly limits: Interval; readonly text: string } | { readonly reason: string };

function studentised(
  values: Float64Array | undefined,
  { set, weights, seed }: ChosenInterval,
): Found {
  if (!values)
    return {
      reason:
        "studentised limits are those of means, which this is not; percentile and bca go with any score",
    };
  const { sums, counts } = groupTotals(set, values, weights);
  const resamples = resamplesFor(set.n);
  const limits = studentisedInterval({ sums, sizes: counts, resamples, seed });
  if (!limits) return { reason: "all resamples give the same score" };
  if (!Number.isFinite(limits.low) || !Number.isFinite(limits.high))
    return { reason: "so few groups differ that studentised limits are infinite" };
  return { limits, text: `cluster bootstrap, studentised, ${resamples} resamples` };
}

/**
 * Where a class vanishes in some resamples, all are drawn again with Dirichlet weights, as for the
 * usual intervals.
 */
function resampled(
  score: Score,
  { method, set, weights, seed, point }: ChosenInterval & { readonly point: number },
): Found {
  const { groups, groupCount, n } = set;
  const resamples = resamplesFor(n);
  const base = weights ? { base: weights } : {};
  const drawn = (draw: GroupDraw) =>
    clusterBootstrap({ groups, groupCount, scores: [score], resamples, seed, draw, ...base })[0]!;
  const counts = drawn("counts");
  const { values, undefinedCount } = counts.undefinedCount === 0 ? counts : drawn("dirichlet");
  if (undefinedCount === resamples) return { reason: "the score is not defined on any resample" };
  const drawing = counts.undefinedCount === 0 ? "" : ", Dirichlet weights";
  const text = `cluster bootstrap${drawing}, ${method === "bca" ? "BCa" : "percentile"}, ${resamples} resamples`;
  if (method === "percentile") return { limits: percentileInterval(values)!, text };
  const jackknife = jackknifeScores({ groups, groupCount, score: weighted(score, weights) });
  const limits = bcaInterval({ values, estimate: point, jackknife });
  return limits
    ? { limits, text }
    : { reason: "BCa limits do not exist here: nearly all resamples lie on one side of the score" };
}

/** A score of units that count as often as told, before others weigh them. */
function weighted(score: Score, weights: Uint32Array | undefined): Score {
  if (!weights) return score;
  return (own?: Weights) => score(own ? weights.map((weight, i) => weight * own[i]!) : weights);
}
