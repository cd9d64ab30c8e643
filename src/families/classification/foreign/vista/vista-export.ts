import type {
  Export,
  ExportGathering,
  ExportItem,
  ExportPiece,
} from "../../../../core/family/display-facet.ts";
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
 * ViSTa's own files, each about all systems and only about videos that were put to them:
 * `results.csv` with a row for each video and label, the score empty where a system gave none;
 * `per_label_metrics.csv` by rescaled scores, for every task and
 * environment; and `misclassification_num.csv`, how many systems got each video wrong by these
 * scores.
 */
export const vistaExport: Export<LabelSample, LabelPrediction, LabelOptions> = {
  id: "vista",
  summary:
    "ViSTa: results.csv, per_label_metrics.csv and misclassification_num.csv, each of all systems",
  isShared: true,
  gather: mistakeCounter,
  async *write(items, { system, isFirst = true, options }): AsyncIterable<ExportPiece> {
    const scored: Scored[] = [];
    const headed = (columns: readonly string[]) => (isFirst ? csvLine(columns) : "");
    let text = headed(resultColumns);
    for await (const item of items) {
      if (!isScored(item.outcome.kind)) continue;
      for (const cells of resultRows(item, system)) text += csvLine(cells);
      scored.push(scoredItem(item));
      if (text.length < pieceLength) continue;
      yield { path: "results.csv", text };
      text = "";
    }
    if (text !== "") yield { path: "results.csv", text };
    const rows = metricRows(scored, options).map((cells) => [cells[0]!, system, ...cells.slice(1)]);
    const lines = rows.map(csvLine).join("");
    yield { path: "per_label_metrics.csv", text: headed(metricColumns) + lines };
  },
};

/** Counts the systems that are wrong about a video of a task. */
function mistakeCounter({
  rescaling,
}: LabelOptions): ExportGathering<LabelSample, LabelPrediction> {
  const systems = new Map<string, Item[]>();
  return {
    add(system, item) {
      if (!isScored(item.outcome.kind) || item.sample.truth === null) return;
      const items = systems.get(system) ?? [];
      systems.set(system, items);
      items.push(item);
    },
    finish() {
      const counts = new Map<string, { wrong: number; systems: number }>();
      for (const items of systems.values()) {
        const sets = taskLabelSets(items.map(scoredItem), { rescaling, ties: "last" });
        for (const [at, { truths, predictions }] of sets.entries()) {
          if (truths === null) continue;
          const key = JSON.stringify([items[at]!.sample.task, videoOf(items[at]!.sample)]);
          const count = counts.get(key) ?? { wrong: 0, systems: 0 };
          counts.set(key, count);
          count.systems++;
          const isRight =
            predictions.length === truths.length && predictions.every((id) => truths.includes(id));
          if (!isRight) count.wrong++;
        }
      }
      const rows = [...counts].map(([key, count]) => [
        ...(JSON.parse(key) as string[]),
        count.wrong,
        count.systems,
      ]);
      const header = ["task", "video", "misclassification_num", "models"];
      return [{ path: "misclassification_num.csv", text: [header, ...rows].map(csvLine).join("") }];
    },
  };
}

type Cell = string | number;

function videoOf({ media, group }: LabelSample): string {
  return media[0]?.path ?? group;
}

function resultRows({ sample, outcome }: Item, system: string): readonly (readonly Cell[])[] {
  const { task, labels, truth } = sample;
  const scores = outcome.kind === "answered" ? outcome.value.scores : {};
  const places = truth?.map((label) => labels.findIndex(({ id }) => id === label)) ?? [];
  return labels.map(({ id }, place) => [
    task,
    system,
    videoOf(sample),
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
