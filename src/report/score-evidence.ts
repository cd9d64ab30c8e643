import type { Metric, Weights } from "../core/metric.ts";
import type { OrderedEvidence } from "./evidence-set.ts";
import { type PreparedMetric, prepareMetric } from "./prepared-metric.ts";
import { type IntervalSummary, scoreIntervals } from "./score-intervals.ts";
import type { ScoreSummary, Scores, SliceSummary, SystemSummary, UnansweredPolicy } from "./summary.ts";

export interface ScoreSettings {
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
  /** Samples that are planned but could not be scored. */
  readonly unscored: number;
}

/** Which samples count: 1 or 0 for each, or all of them where absent. */
type Mask = Uint8Array | undefined;

/** Scores with intervals under both policies, and by slice. */
export function scoreEvidence(
  set: OrderedEvidence,
  metrics: readonly Metric[],
  { unanswered, seed, unscored }: ScoreSettings,
): Pick<SystemSummary, "metrics" | "otherPolicy" | "slices"> {
  const prepared = metrics.map((metric) => prepareMetric(set, metric));
  const scored = (policy: Mask, slice?: Uint8Array) =>
    scoreUnder({ set, prepared, policy, slice, seed, unscored: slice === undefined ? unscored : 0 });
  const policies = { empty: undefined, exclude: set.answered.includes(0) ? set.answered : undefined };
  const other = unanswered === "empty" ? "exclude" : "empty";
  const main = scored(policies[unanswered]);
  return {
    metrics: main,
    otherPolicy: { unanswered: other, metrics: policies[other] === policies[unanswered] ? main : scored(policies[other]) },
    slices: Object.fromEntries(
      set.slices.map(({ name, values, codes }) => [
        name,
        Object.fromEntries(
          values.map((value, code): [string, SliceSummary] => {
            const slice = maskOf(codes, code);
            const counted = both(slice, policies[unanswered])!;
            return [value, { n: counted.reduce((sum, one) => sum + one, 0), metrics: scored(policies[unanswered], slice) }];
          }),
        ),
      ]),
    ),
  };
}

interface ScoreRequest {
  readonly set: OrderedEvidence;
  readonly prepared: readonly PreparedMetric[];
  /** Which samples the policy on missing answers lets count. */
  readonly policy: Mask;
  readonly slice: Mask;
  readonly seed: number;
  readonly unscored: number;
}

function scoreUnder({ set, prepared, policy, slice, seed, unscored }: ScoreRequest): Scores {
  const populations = { policy: both(slice, policy), answered: both(slice, set.answered), all: slice };
  const masks = prepared.map(({ metric }) => populations[metric.population ?? "policy"]);
  const counts = new Map([...new Set(masks)].map((own) => [own, own && new Uint32Array(own)]));
  const weights = masks.map((own) => counts.get(own));
  const points = prepared.map(({ score }, i) => score(weights[i]));
  const intervals = scoreIntervals({ set, prepared, weights, points, seed, isSlice: slice !== undefined });
  const scores: Record<string, ScoreSummary> = {};
  for (const [i, one] of prepared.entries())
    scores[one.metric.id] = summarised(set, one, { weights: weights[i], point: points[i]!, interval: intervals[i]!, unscored });
  return scores;
}

interface Parts {
  readonly weights: Weights | undefined;
  readonly point: number | null;
  readonly interval: IntervalSummary;
  readonly unscored: number;
}

function summarised(set: OrderedEvidence, { metric, values }: PreparedMetric, { weights, point, interval, unscored }: Parts): ScoreSummary {
  const rows = () => set.evidence(metric.measure, weights);
  let n = 0;
  for (let i = 0; i < set.n; i++) if ((weights?.[i] ?? 1) > 0 && !(values && Number.isNaN(values[i]))) n++;
  const { best, worst } = metric;
  const hasBounds = unscored > 0 && point !== null && metric.kind !== "corpus" && worst !== null;
  return {
    title: metric.title,
    kind: metric.kind,
    best,
    worst,
    value: point,
    ...interval,
    n,
    signature: metric.signature,
    ceiling: n === 0 ? null : (metric.ceiling?.(rows()) ?? best),
    references: n === 0 ? [] : (metric.references?.(rows()) ?? []),
    ...(hasBounds ? { bounds: boundsOf({ n, point, unscored, ends: [best, worst] }) } : {}),
  };
}

interface Bounded {
  readonly n: number;
  readonly point: number;
  readonly unscored: number;
  readonly ends: readonly [number, number];
}

function boundsOf({ n, point, unscored, ends }: Bounded): readonly [number, number] {
  const withRest = (value: number) => (n * point + unscored * value) / (n + unscored);
  return [withRest(Math.min(...ends)), withRest(Math.max(...ends))];
}

function maskOf(codes: Uint32Array, code: number): Uint8Array {
  const mask = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) if (codes[i] === code) mask[i] = 1;
  return mask;
}

function both(mask: Mask, other: Mask): Mask {
  if (!mask || !other) return mask ?? other;
  const common = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++) common[i] = mask[i]! & other[i]!;
  return common;
}
