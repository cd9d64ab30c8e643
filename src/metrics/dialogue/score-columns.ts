import type { Table } from "../../core/scores/analysis.ts";
import type { Metric } from "../../core/scores/metric.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { dialogueRates } from "./dialogue-rates.ts";
import { type DialogueTextOptions, dialogueTexts } from "./dialogue-texts.ts";

const columns: readonly (readonly [metric: string, title: string, isFraction?: true])[] = [
  ["F1", "F1", true],
  ["precision", "precision", true],
  ["recall", "recall", true],
  ["jaccard_index", "Jaccard", true],
  ["missing_rate", "missing", true],
  ["redundant_rate", "redundant", true],
  ["semantic_score", "semantic", true],
  ["time_diff", "time (s)"],
  ["Bleu_4", "BLEU-4", true],
  ["CIDEr", "CIDEr-D"],
  ["METEOR", "METEOR", true],
];

/** Titles of the columns, for tables whose rows are scored sets of streams. */
export const scoreColumns = {
  titles: columns.map(([, title]) => title),
  fractions: columns.flatMap(([, title, isFraction]) => (isFraction ? [title] : [])),
} satisfies {
  readonly titles: Table["columns"];
  readonly fractions: NonNullable<Table["fractions"]>;
};

/** The metrics of the columns, in their order. */
export function columnMetrics(settings: DialogueTextOptions): readonly Metric<DialogueEvidence>[] {
  const metrics = [...dialogueRates("", settings.threshold), ...dialogueTexts("", settings)];
  const byId = new Map(metrics.map((metric) => [metric.id, metric as Metric<DialogueEvidence>]));
  return columns.map(([metric]) => byId.get(metric)!);
}

/**
 * The scores of a set of streams by itself, in the order of the columns; each is computed as the
 * metric of that name is.
 */
export function scoreRow(
  settings: DialogueTextOptions,
): (evidence: readonly DialogueEvidence[]) => readonly (number | null)[] {
  const metrics = columnMetrics(settings);
  return (evidence) => metrics.map((metric) => metric.prepare(evidence)());
}
