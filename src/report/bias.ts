import { isRecord } from "../core/json.ts";
import type { OrderedEvidence } from "./evidence-set.ts";
import { prepareMetric } from "./prepared-metric.ts";
import { commonRows, type ScoredEvidence } from "./probe-pairs.ts";
import { groupTotals, leastGroups, none, ofProportion } from "./score-intervals.ts";
import type { OrderScore, PositionBiasSummary, ProbeSummary, Proportion, UnansweredPolicy } from "./summary.ts";

/** One order of the options: the system itself, or a probe that turns them round. */
export interface OptionOrder {
  readonly system: string;
  readonly shift: number;
  readonly scored: ScoredEvidence;
}

/** By how many places a probe turns options round; `undefined` for other probes. */
export function shiftOf({ settings }: ProbeSummary): number | undefined {
  return isRecord(settings) && settings.by === "rotation" && typeof settings.shift === "number" ? settings.shift : undefined;
}

/**
 * What the place of options does to a system: its score in every order, and the share of samples that are right in all of them. Only where
 * the headline metric is a proportion.
 */
export function positionBias(of: string, orders: readonly OptionOrder[], unanswered: UnansweredPolicy): PositionBiasSummary | undefined {
  const metric = orders[0]?.scored.metrics[0];
  if (metric?.kind !== "proportion" || orders.length < 2) return undefined;
  const sets = orders.map(({ scored }) => scored.evidence);
  const rows = commonRows(sets.map(({ digests }) => digests));
  const values = sets.map((set, order) => valuesAt(set, prepareMetric(set, metric).values!, { rows: rows[order]!, unanswered }));
  const counted = Array.from(rows[0]!.keys()).filter((i) => values.every((own) => !Number.isNaN(own[i])));
  const groups = Uint32Array.from(counted, (i) => sets[0]!.groups[rows[0]![i]!]!);
  const share = (right: (i: number) => number) =>
    proportion(Float64Array.from(counted, right), { groups, groupCount: sets[0]!.groupCount });
  const scores = orders.map(({ system, shift }, order): OrderScore => ({ system, shift, ...share((i) => values[order]![i]!) }));
  const known = scores.map(({ value }) => value).filter((value) => value !== null);
  return {
    of,
    metric: metric.id,
    n: counted.length,
    orders: scores,
    spread: known.length === 0 ? null : Math.max(...known) - Math.min(...known),
    circular: share((i) => (values.every((own) => own[i] === 1) ? 1 : 0)),
  };
}

interface Places {
  readonly rows: Uint32Array;
  readonly unanswered: UnansweredPolicy;
}

function valuesAt({ answered }: OrderedEvidence, values: Float64Array, { rows, unanswered }: Places): Float64Array {
  return Float64Array.from(rows, (row) => (unanswered === "exclude" && answered[row] === 0 ? Number.NaN : values[row]!));
}

function proportion(values: Float64Array, { groups, groupCount }: Pick<OrderedEvidence, "groups" | "groupCount">): Proportion {
  const n = values.length;
  if (n === 0) return { value: null, ...none("the score is not defined") };
  const totals = groupTotals({ n, groups, groupCount }, values, undefined);
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  const few = totals.counts.length;
  return { value, ...(few < leastGroups ? none(`fewer than ${leastGroups} groups (${few})`) : ofProportion(totals)) };
}
