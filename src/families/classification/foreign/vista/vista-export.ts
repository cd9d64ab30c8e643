import type { Export, ExportItem, ExportPiece } from "../../../../core/family/display-facet.ts";
import { isScored } from "../../../../core/run/outcome.ts";
import { labelScores } from "../../../../metrics/classification/task-label-table.ts";
import { taskLabelSets } from "../../../../metrics/classification/task-macro-f1.ts";
import { orderedScores } from "../../metrics.ts";
import type { LabelOptions, LabelPrediction, LabelSample } from "../../schema.ts";
import { resultColumns } from "./vista-predictions.ts";

type Item = ExportItem<LabelSample, LabelPrediction>;

const pieceLength = 1 << 16;
const metricColumns = [
  "task",
  "model",
  "environment",
  "label",
  "precision",
  "recall",
  "f1",
  "support",
];

/**
 * ViSTa's own files: `results.csv` with a row for each video and label, the score empty where there
 * is none, and `per_label_metrics.csv` by rescaled scores, for every task and environment.
 */
export const vistaExport: Export<LabelSample, LabelPrediction, LabelOptions> = {
  id: "vista",
  summary: "ViSTa: results.csv and per_label_metrics.csv",
  async *write(items, { system, options }): AsyncIterable<ExportPiece> {
    const scored: Scored[] = [];
    let text = csvLine(resultColumns);
    for await (const item of items) {
      for (const cells of resultRows(item, system)) text += csvLine(cells);
      if (isScored(item.outcome.kind)) scored.push(scoredItem(item));
      if (text.length < pieceLength) continue;
      yield { path: "results.csv", text };
      text = "";
    }
    if (text !== "") yield { path: "results.csv", text };
    const rows = metricRows(scored, options).map((cells) => [cells[0]!, system, ...cells.slice(1)]);
    yield { path: "per_label_metrics.csv", text: [metricColumns, ...rows].map(csvLine).join("") };
  },
};

type Cell = string | number;

function resultRows({ sample, outcome }: Item, system: string): readonly (readonly Cell[])[] {
  const { task, labels, truth, group, media } = sample;
  const scores = outcome.kind === "answered" ? outcome.value.scores : {};
  const places = truth?.map((label) => labels.findIndex(({ id }) => id === label)) ?? [];
  return labels.map(({ id }, place) => [
    task,
    system,
    media[0]?.path ?? group,
    id,
    place,
    Object.hasOwn(scores, id) ? scores[id]! : "",
    truth?.join(",") ?? "",
    places.join(","),
  ]);
}

type Scored = ReturnType<typeof scoredItem>;

function scoredItem({ sample, outcome }: Item) {
  const prediction = outcome.kind === "answered" ? outcome.value : { scores: {} };
  return {
    task: sample.task,
    environment: sample.environment ?? "",
    truth: null,
    truths: sample.truth,
    options: sample.labels.map(({ id }) => id),
    scores: orderedScores(sample, prediction),
  };
}

/** Rescaled over the whole task, then counted in each environment. */
function metricRows(
  items: readonly Scored[],
  { rescaling }: LabelOptions,
): readonly (readonly Cell[])[] {
  const sets = taskLabelSets(items, { rescaling, ties: "last" });
  const parts = new Map<string, (typeof sets)[number][]>();
  for (const [at, set] of sets.entries()) {
    const key = JSON.stringify([set.task, items[at]!.environment]);
    parts.set(key, [...(parts.get(key) ?? []), set]);
  }
  return [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, own]) =>
      [...labelScores(own)].map(([label, { precision, recall, f1, support }]) => [
        ...(JSON.parse(key) as string[]),
        label,
        precision,
        recall,
        f1,
        support,
      ]),
    );
}

function csvLine(cells: readonly Cell[]): string {
  const written = cells.map(String);
  return `${written.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
}
