import type { AskingNoise } from "../../summary/selfcheck-summary.ts";
import type { ScoredEvidence } from "./common-rows.ts";
import { pairedDifferences } from "./paired-difference.ts";
import { type PairedDifference, type PairSettings, pairSystems } from "./paired-systems.ts";
import { PreparedSystem } from "./prepared-system.ts";

/**
 * How much each score of a system moves because the same was asked twice, by metric id: the
 * variance that one asking adds, for one sample. Metrics of whole sets need ten groups.
 */
export function askingNoise(
  first: ScoredEvidence,
  again: ScoredEvidence,
  settings: PairSettings,
): Readonly<Record<string, AskingNoise>> {
  const pair = pairSystems(new PreparedSystem(first.evidence), new PreparedSystem(again.evidence));
  const metrics = first.metrics.flatMap((metric) => {
    const second = again.metrics.find(({ id }) => id === metric.id);
    return second ? [{ metric, second }] : [];
  });
  const found = pairedDifferences(metrics, pair, settings);
  return Object.fromEntries(
    metrics.flatMap(({ metric: { id } }, i) => {
      const { n, groups } = found[i]!;
      const variance = varianceOf(found[i]!, first.evidence.groups);
      return variance === undefined
        ? []
        : [[id, { variance: n * (variance / 2), samples: n, groups }]];
    }),
  );
}

/**
 * Of the difference between two askings of the same samples. Both have the same expectation, so that
 * nothing is taken off; the difference holds the noise of both, half of it that of one.
 */
function varianceOf(
  { n, changes, standardError }: PairedDifference,
  groups: Uint32Array,
): number | undefined {
  if (n === 0) return undefined;
  if (!changes) return standardError === undefined ? undefined : standardError ** 2;
  const sums = new Map<number, number>();
  for (const [i, row] of changes.rows[0].entries()) {
    const group = groups[row]!;
    sums.set(group, (sums.get(group) ?? 0) + changes.differences[i]!);
  }
  return [...sums.values()].reduce((total, sum) => total + sum * sum, 0) / n ** 2;
}
