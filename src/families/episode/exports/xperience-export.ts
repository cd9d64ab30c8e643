import type { Export, ExportItem } from "../../../core/family/display-facet.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "../schema.ts";
import { taskOf } from "../tasks.ts";
import { classFiles } from "./class-files.ts";
import { csv } from "./csv.ts";
import { predictionFile, predictionOf, testedEpisodes } from "./prediction-files.ts";
import { runFiles, suiteFiles } from "./suite-files.ts";
import { taskMetrics } from "./task-metrics.ts";
import { historyText } from "./training-figures.ts";

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
      yield { path: "true_boundaries.csv", text: boundariesText(items) };
  },
  suite: {
    modelFile: "model.npz",
    folder: ({ task }) => task,
    finish: suiteFiles,
    together: runFiles,
  },
};

function boundariesText(items: readonly ExportItem<EpisodeSample, EpisodePrediction>[]): string {
  const episodes = testedEpisodes(items);
  const rows = episodes.flatMap((episode) => {
    const own = items.filter(({ sample }) => sample.episode === episode);
    const known = own[0]?.sample.set?.boundaries;
    const frames = known ?? own.flatMap(({ sample }) => sample.boundaries ?? []);
    return [...new Set(frames)].sort((a, b) => a - b).map((frame) => [frame, episode]);
  });
  return episodes.length > 1
    ? csv(["frame", "episode"], rows)
    : csv(
        ["frame"],
        rows.map(([frame]) => [frame!]),
      );
}
