import { isRecord } from "../../core/json.ts";
import { leastGroups } from "../../math/interval/interval.ts";
import { rangeInterval } from "../../math/interval/range-of-means.ts";
import { permutedConditions } from "../../math/significance/permuted-conditions.ts";
import type {
  OrderScore,
  PlacesSummary,
  PositionBiasSummary,
  Proportion,
  SpreadScore,
} from "../../summary/position-bias-summary.ts";
import type { ProbeSummary } from "../../summary/probe-summary.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { OrderedEvidence } from "../evidence/evidence-set.ts";
import { prepareMetric } from "../evidence/prepared-metric.ts";
import {
  caution,
  type GroupTotals,
  groupTotals,
  none,
  ofProportion,
  usualResamples,
} from "../interval/score-intervals.ts";
import { commonRows, type ScoredEvidence } from "./common-rows.ts";

/** One order of the options: the system itself, or a probe that turns them round. */
export interface OptionOrder {
  readonly system: string;
  readonly shift: number;
  readonly scored: ScoredEvidence;
}

/** By how many places a probe turns options round; `undefined` for other probes. */
export function shiftOf({ settings }: ProbeSummary): number | undefined {
  return isRecord(settings) && settings.by === "rotation" && typeof settings.shift === "number"
    ? settings.shift
    : undefined;
}

/**
 * What the place of options does to a system: its score in every order, and the share of samples
 * that are right in all of them. Only where the headline metric is a proportion.
 */
export function positionBias(
  of: string,
  orders: readonly OptionOrder[],
  { unanswered, seed }: BiasSettings,
): PositionBiasSummary | undefined {
  const metric = orders[0]?.scored.metrics[0];
  if (metric?.kind !== "proportion" || orders.length < 2) return undefined;
  const sets = orders.map(({ scored }) => scored.evidence);
  const rows = commonRows(sets.map(({ digests }) => digests));
  const values = sets.map((set, order) =>
    valuesAt(set, prepareMetric(set, metric).values!, { rows: rows[order]!, unanswered }),
  );
  const counted = Array.from(rows[0]!.keys()).filter((i) =>
    values.every((own) => !Number.isNaN(own[i])),
  );
  const groups = Uint32Array.from(counted, (i) => sets[0]!.groups[rows[0]![i]!]!);
  const { groupCount } = sets[0]!;
  const share = (right: (i: number) => number) =>
    proportion(Float64Array.from(counted, right), { groups, groupCount });
  const kept = values.map((own) => Float64Array.from(counted, (i) => own[i]!));
  const truths = truthPlaces(sets[0]!, metric.measure);
  const stood = counted.map((i) => truths[rows[0]![i]!]);
  const places = placesOf(byPlace(kept, { stood, shifts: orders.map(({ shift }) => shift) }), {
    groups,
    groupCount,
    seed,
  });
  const scores = orders.map(
    ({ system, shift }, order): OrderScore => ({
      system,
      shift,
      ...share((i) => values[order]![i]!),
    }),
  );
  return {
    of,
    metric: metric.id,
    n: counted.length,
    orders: scores,
    spread: spreadOf(
      kept.map((own) => groupTotals({ n: own.length, groups, groupCount }, own, undefined)),
      seed,
    ),
    ...(places ? { places } : {}),
    circular: share((i) => (values.every((own) => own[i] === 1) ? 1 : 0)),
  };
}

interface BiasSettings {
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
}

interface TruthPlace {
  readonly position: number;
  readonly choices: number;
}

/**
 * Where the right option of each sample stands, of how many; `undefined` where the measure does not
 * say, or the truth is hidden.
 */
function truthPlaces(set: OrderedEvidence, measure: string): readonly (TruthPlace | undefined)[] {
  return Array.from(set.evidence(measure), (one) => {
    if (
      !isRecord(one) ||
      typeof one.position !== "number" ||
      typeof one.choices !== "number" ||
      one.position < 0
    )
      return undefined;
    return { position: one.position, choices: one.choices };
  });
}

interface ByPlace {
  /** Samples whose right option has stood in every place, by their index. */
  readonly samples: readonly number[];
  /** For each place the values of these samples where their right option stood there. */
  readonly values: readonly Float64Array[];
}

/**
 * Values by order, sorted by where the right option came to stand; nothing where the orders are not
 * all those of as many options.
 */
function byPlace(
  values: readonly Float64Array[],
  {
    stood,
    shifts,
  }: { readonly stood: readonly (TruthPlace | undefined)[]; readonly shifts: readonly number[] },
): ByPlace | undefined {
  const count = shifts.length;
  const orderOf = new Map(shifts.map((shift, order) => [shift % count, order]));
  const samples = Array.from(stood.keys()).filter((i) => stood[i]?.choices === count);
  if (orderOf.size < count || samples.length === 0) return undefined;
  // Turned by s, place p holds option p + s.
  const at = (place: number, i: number) =>
    values[orderOf.get((stood[i]!.position - place + count) % count)!]![i]!;
  return {
    samples,
    values: shifts.map((_, place) => Float64Array.from(samples, (i) => at(place, i))),
  };
}

interface PlacesSettings extends Pick<OrderedEvidence, "groups" | "groupCount"> {
  readonly seed: number;
}

function placesOf(
  found: ByPlace | undefined,
  { groups: all, groupCount, seed }: PlacesSettings,
): PlacesSummary | undefined {
  if (!found) return undefined;
  const n = found.samples.length;
  const groups = Uint32Array.from(found.samples, (i) => all[i]!);
  return {
    n,
    scores: found.values.map((own) => proportion(own, { groups, groupCount })),
    spread: spreadOf(
      found.values.map((own) => groupTotals({ n, groups, groupCount }, own, undefined)),
      seed,
    ),
  };
}

/** One for each order or place, about the same samples. */
function spreadOf(totals: readonly GroupTotals[], seed: number): SpreadScore {
  const sizes = totals[0]!.counts;
  const n = sizes.reduce((sum, size) => sum + size, 0);
  if (n === 0)
    return { value: null, ...none("the score is not defined"), pValue: null, test: "none" };
  const sums = totals.map((own) => own.sums);
  const rights = sums.map((own) => own.reduce((sum, value) => sum + value, 0));
  const value = (Math.max(...rights) - Math.min(...rights)) / n;
  const tested = {
    pValue: permutedConditions(sums, { seed }),
    test: "permutation within groups, mid-p",
  };
  if (sizes.length < leastGroups)
    return { value, ...none(`fewer than ${leastGroups} groups (${sizes.length})`), ...tested };
  const interval = rangeInterval({ sums, sizes, resamples: usualResamples, seed });
  if (!interval) return { value, ...none("all groups differ alike"), ...tested };
  const method = `cluster bootstrap of all differences at once, ${usualResamples} resamples${caution(sizes.length)}`;
  return {
    value,
    low: interval.low,
    high: Math.min(1, interval.high),
    interval: method,
    ...tested,
  };
}

interface Places {
  readonly rows: Uint32Array;
  readonly unanswered: UnansweredPolicy;
}

function valuesAt(
  { answered }: OrderedEvidence,
  values: Float64Array,
  { rows, unanswered }: Places,
): Float64Array {
  return Float64Array.from(rows, (row) =>
    unanswered === "exclude" && answered[row] === 0 ? Number.NaN : values[row]!,
  );
}

function proportion(
  values: Float64Array,
  { groups, groupCount }: Pick<OrderedEvidence, "groups" | "groupCount">,
): Proportion {
  const n = values.length;
  if (n === 0) return { value: null, ...none("the score is not defined") };
  const totals = groupTotals({ n, groups, groupCount }, values, undefined);
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  const few = totals.counts.length;
  return {
    value,
    ...(few < leastGroups
      ? none(`fewer than ${leastGroups} groups (${few})`)
      : ofProportion(totals)),
  };
}
