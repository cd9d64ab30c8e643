import type { ExportItem, ExportPiece } from "../../../core/family/display-facet.ts";
import { valuesOf } from "../misfit.ts";
import { unpackValues } from "../packed-values.ts";
import type { EpisodePrediction, EpisodeSample } from "../schema.ts";
import { poolSize, rankOf } from "../scoring/match-scoring.ts";
import type { TaskKind } from "../tasks.ts";
import { csv } from "./csv.ts";

type Item = ExportItem<EpisodeSample, EpisodePrediction>;
type Cell = string | number | null;

/** The prediction of a sample; `null` where there is no answer. */
export function predictionOf({ outcome }: Item): EpisodePrediction | null {
  return outcome.kind === "answered" ? outcome.value : null;
}

function frames({ windows }: EpisodeSample): readonly Cell[] {
  const { index, startFrame, endFrame, centerFrame } = windows[0]!;
  return [index, startFrame, endFrame, centerFrame];
}

const frameColumns = ["window_index", "start_frame", "end_frame", "center_frame"];

function labelOf(prediction: EpisodePrediction | null): string | null {
  return prediction && "label" in prediction ? prediction.label : null;
}

/**
 * `predictions.csv`, with the columns that the suite has for this kind of task. Windows of several
 * episodes have the same numbers, so that `episode` is added behind them.
 */
export function predictionFile(kind: TaskKind, items: readonly Item[]): ExportPiece {
  const [columns, rows] = tables[kind](items);
  const text =
    testedEpisodes(items).length > 1
      ? csv(
          [...columns, "episode"],
          rows.map((row, at) => [...row, items[at]!.sample.episode]),
        )
      : csv(columns, rows);
  return { path: "predictions.csv", text };
}

/** Names of the episodes that samples are of. */
export function testedEpisodes(items: readonly Item[]): readonly string[] {
  return [...new Set(items.map(({ sample }) => sample.episode))];
}

type Table = readonly [columns: readonly string[], rows: readonly (readonly Cell[])[]];

const tables: Readonly<Record<TaskKind, (items: readonly Item[]) => Table>> = {
  class: (items) => [
    [...frameColumns, "true_label", "predicted_label", "confidence", "correct"],
    items.map((item) => {
      const prediction = predictionOf(item);
      const truth = item.sample.truth?.kind === "class" ? item.sample.truth.label : null;
      const label = labelOf(prediction);
      const confidence =
        prediction && "confidence" in prediction ? (prediction.confidence ?? null) : null;
      return [...frames(item.sample), truth, label, confidence, truth === label ? 1 : 0];
    }),
  ],
  pair: (items) => [
    ["sample_index", "true", "predicted", "prob_positive"],
    items.map((item) => {
      const prediction = predictionOf(item);
      const truth = item.sample.truth?.kind === "class" ? item.sample.truth.label : null;
      const label = labelOf(prediction);
      const confidence =
        prediction && "confidence" in prediction ? prediction.confidence : undefined;
      const positive =
        confidence === undefined ? null : label === "1" ? confidence : 1 - confidence;
      // The right pair of a window comes first, then the wrong one.
      const first = Math.min(...item.sample.windows.map(({ index }) => index));
      return [first * 2 + (truth === "1" ? 0 : 1), truth, label, positive];
    }),
  ],
  labels: (items) => [
    ["window_index", "start_frame", "end_frame", "true_objects", "predicted_objects"],
    items.map((item) => {
      const prediction = predictionOf(item);
      const truth = item.sample.truth?.kind === "labels" ? item.sample.truth.labels : [];
      const said = prediction && "labels" in prediction ? prediction.labels : [];
      return [...frames(item.sample).slice(0, 3), truth.join("|"), said.join("|")];
    }),
  ],
  match: (items) => [
    ["window_index", "center_frame", "rank", "candidates"],
    items.map((item) => {
      const { truth, windows } = item.sample;
      const prediction = predictionOf(item);
      const rank = prediction && truth?.kind === "match" ? rankOf(prediction, truth.window) : null;
      return [windows[0]!.index, windows[0]!.centerFrame, rank, poolSize(item.sample) ?? null];
    }),
  ],
  values: (items) => {
    const width = Math.max(0, ...items.map((item) => truthValues(item)?.length ?? 0));
    const names = (prefix: string) => Array.from({ length: width }, (_, at) => `${prefix}_${at}`);
    return [
      [...frameColumns, ...names("true"), ...names("predicted")],
      items.map((item) => {
        const prediction = predictionOf(item);
        const said = prediction ? valuesOf(prediction) : undefined;
        const padded = (values: ArrayLike<number> | undefined) =>
          Array.from({ length: width }, (_, at) => values?.[at] ?? null);
        return [...frames(item.sample), ...padded(truthValues(item)), ...padded(said)];
      }),
    ];
  },
  answer: (items) => [
    ["id", "true_answer", "predicted_answer"],
    items.map((item) => {
      const prediction = predictionOf(item);
      const { truth } = item.sample;
      return [
        item.sample.id,
        truth?.kind === "answer" ? JSON.stringify(truth.answer) : null,
        prediction && "answer" in prediction ? JSON.stringify(prediction.answer) : null,
      ];
    }),
  ],
};

function truthValues({ sample: { truth } }: Item): Float32Array | undefined {
  return truth?.kind === "values" && truth.values !== undefined
    ? unpackValues(truth.values)
    : undefined;
}
