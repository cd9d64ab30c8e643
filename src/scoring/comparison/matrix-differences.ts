import { formatCount } from "../../summary/format-number.ts";
import type { GainScore } from "../../summary/probe-summary.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import { isSameSet, type PlannedEvidence } from "../evidence/planned-set.ts";
import { commonRows } from "./common-rows.ts";
import { gainOf, pairedDifferences } from "./paired-difference.ts";
import { isUnchanged, pairSystems } from "./paired-systems.ts";
import { PreparedSystem } from "./prepared-system.ts";

/** A row's score minus the first row's, or why there is no such thing. */
export interface RowDifference extends GainScore {
  readonly refusal?: string;
  /** Set where not all samples are in it. */
  readonly caution?: string;
  /** Set where no sample scores differently. */
  readonly isSame?: boolean;
}

export interface DifferenceSettings {
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
}

/**
 * What a row changes about one system on one task, by metric id: only where both rows are about the
 * very same samples.
 */
export function rowDifferences(
  row: PlannedEvidence,
  reference: PlannedEvidence,
  settings: DifferenceSettings,
): Readonly<Record<string, RowDifference>> {
  const refusal = refusalOf(row, reference);
  const caution = refusal === undefined ? cautionOf(row, reference) : undefined;
  const metrics = row.metrics.flatMap((metric) => {
    const second = reference.metrics.find(({ id }) => id === metric.id);
    return second ? [{ metric, second }] : [];
  });
  const pair = pairSystems(
    new PreparedSystem(row.evidence),
    new PreparedSystem(reference.evidence),
  );
  const found = refusal === undefined ? pairedDifferences(metrics, pair, settings) : [];
  const differences = metrics.map(({ metric }, i) => {
    const difference =
      refusal === undefined
        ? { ...gainOf(found[i]!), isSame: isUnchanged(found[i]!) }
        : { ...undefinedDifference, refusal };
    return [metric.id, { ...difference, ...(caution === undefined ? {} : { caution }) }] as const;
  });
  return Object.fromEntries(differences);
}

const undefinedDifference: GainScore = {
  value: null,
  low: null,
  high: null,
  interval: "none: there is no difference",
  pValue: null,
  test: "none",
  n: 0,
  groups: 0,
};

function refusalOf(
  { planned }: PlannedEvidence,
  { planned: first }: PlannedEvidence,
): string | undefined {
  if (isSameSet(planned, first)) return undefined;
  const counts =
    planned.count === first.count
      ? formatCount(planned.count)
      : `${formatCount(planned.count)} and ${formatCount(first.count)}`;
  return `no difference: the row and the first one are about different samples (${counts})`;
}

/** Samples that failed on our side in one of the rows have no pair. */
function cautionOf(row: PlannedEvidence, reference: PlannedEvidence): string | undefined {
  const most = Math.max(row.evidence.n, reference.evidence.n, row.planned.count);
  const common = commonRows([row.evidence.digests, reference.evidence.digests])[0]?.length ?? 0;
  return common === most
    ? undefined
    : `difference on ${formatCount(common)} of ${formatCount(most)} answers: the others are not scored in both rows`;
}
