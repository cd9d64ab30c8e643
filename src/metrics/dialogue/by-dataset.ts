import type { Analysis, Table } from "../../core/analysis.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import type { DialogueTextOptions } from "./dialogue-texts.ts";
import { scoreColumns, scoreRow } from "./score-columns.ts";

/** Published figures over several sets are plain means over the sets; the headline pools all streams. Both stand below the sets; one set alone needs no table. */
export function byDataset(measure: string, settings: DialogueTextOptions): Analysis<DialogueEvidence> {
  return {
    id: "by-dataset",
    title: "By set, with the mean over sets beside the pooled score",
    measure,
    analyse: (evidence) => tableOf([...evidence], settings),
  };
}

function tableOf(evidence: readonly DialogueEvidence[], settings: DialogueTextOptions): Table {
  const shape = { kind: "table", columns: ["set", "streams", ...scoreColumns.titles], fractions: scoreColumns.fractions } as const;
  const sets = [...Map.groupBy(evidence, ({ dataset }) => dataset)].sort(([a], [b]) => (a < b ? -1 : 1));
  if (sets.length < 2) return { ...shape, rows: [] };
  const scored = scoreRow(settings);
  const rows = sets.map(([name, own]) => ({ name: name || "no name", streams: own.length, scores: scored(own) }));
  const mean = scoreColumns.titles.map((_, column) => meanOf(rows.map(({ scores }) => scores[column] ?? null)));
  return {
    ...shape,
    rows: [
      ...rows.map(({ name, streams, scores }) => [name, streams, ...scores]),
      ["mean over sets", null, ...mean],
      ["all streams pooled", evidence.length, ...scored(evidence)],
    ],
  };
}

/** Over the sets on which it is defined. */
function meanOf(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null);
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
