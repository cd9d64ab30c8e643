import type { Export, ExportItem } from "../../../core/family/display-facet.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "../schema.ts";
import { taskOf } from "../tasks.ts";
import { classFiles } from "./class-files.ts";
import { csv } from "./csv.ts";
import { predictionFile, predictionOf } from "./prediction-files.ts";
import { suiteFiles } from "./suite-files.ts";
import { taskMetrics } from "./task-metrics.ts";
import { historyText } from "./training-figures.ts";

/** Files of the table that a folder of results holds as well. */
const tableFiles = [
  "windows.csv",
  "feature_manifest.json",
  "available_modalities.json",
  "shared_windows.npz",
  "targets.csv",
  "targets.npz",
];

/** A folder of results as the suite leaves it, for each system. */
export const xperienceExport: Export<EpisodeSample, EpisodePrediction, EpisodeOptions> = {
  id: "xperience",
  summary:
    "A folder of results as the Xperience task suite leaves it: metrics.json, predictions.csv, tables of classes for each task, summary_report.json, evaluation_protocol.json and the files of the table",
  async *write(stream, { options, training }) {
    const items: ExportItem<EpisodeSample, EpisodePrediction>[] = [];
    for await (const item of stream) items.push(item);
    const { kind } = taskOf(options.task);
    yield {
      path: "metrics.json",
      text: `${JSON.stringify(taskMetrics(items, { options, training }), null, 2)}\n`,
    };
    const history = training && historyText(training);
    if (history !== undefined) yield { path: "history.json", text: history };
    yield predictionFile(kind, items);
    const classes = items[0]?.sample.classes ?? [];
    if (kind === "class")
      yield* classFiles(
        items.flatMap((item) => {
          const { truth } = item.sample;
          const prediction = predictionOf(item);
          if (truth?.kind !== "class") return [];
          const predicted = prediction && "label" in prediction ? prediction.label : null;
          return [{ truth: truth.label, predicted }];
        }),
        classes,
      );
    if (kind === "labels")
      yield { path: "object_vocab.json", text: `${JSON.stringify(classes, null, 2)}\n` };
    if (options.task === "transition_detection")
      yield { path: "true_boundaries.csv", text: csv(["frame"], boundariesOf(items)) };
  },
  suite: {
    folder: ({ task }) => task,
    finish: (tasks, about) => [
      ...suiteFiles(tasks, about),
      ...tableFiles.map((path) => ({ path, copies: path })),
    ],
  },
};

function boundariesOf(items: readonly ExportItem<EpisodeSample, EpisodePrediction>[]): number[][] {
  const known = items[0]?.sample.set?.boundaries;
  const frames = known ?? items.flatMap(({ sample }) => sample.boundaries ?? []);
  return [...new Set(frames)].sort((a, b) => a - b).map((frame) => [frame]);
}
