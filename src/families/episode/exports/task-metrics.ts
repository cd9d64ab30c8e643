import type { ExportAbout, ExportItem } from "../../../core/family/display-facet.ts";
import type { Json } from "../../../core/json.ts";
import { isScored } from "../../../core/run/outcome.ts";
import { episodeBaselines } from "../baselines.ts";
import { leaksOf } from "../leaks.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "../schema.ts";
import { episodeScoring } from "../scoring/index.ts";
import { taskOf } from "../tasks.ts";
import { inputText } from "./input-text.ts";
import { testedEpisodes } from "./prediction-files.ts";
import { trainingFigures } from "./training-figures.ts";

type Item = ExportItem<EpisodeSample, EpisodePrediction>;

/** `metrics.json` of a task, with the names of the suite. */
export function taskMetrics(
  items: readonly Item[],
  { options, training }: Pick<ExportAbout<EpisodeOptions>, "options" | "training">,
): Readonly<Record<string, Json>> {
  const task = taskOf(options.task);
  const first = items[0]?.sample;
  const set = first?.set;
  const classes = first?.classes;
  const blocks = first?.features?.blocks;
  const isHeldOut = set?.heldOutEpisodes !== undefined;
  const isPair = task.kind === "pair";
  const unit = isPair ? "samples" : "windows";
  const test = set?.test ?? items.length;
  const unanswered = items.filter(({ outcome }) => outcome.kind !== "answered").length;
  return {
    ...scoresOf(items, options, unanswered < items.length),
    ...(task.kind === "class"
      ? { num_eval_windows: items.length, num_classes: classes?.length ?? null }
      : {}),
    ...(task.kind === "labels" ? { num_objects: classes?.length ?? null } : {}),
    ...(task.kind === "match" ? { num_queries: items.length } : {}),
    task: options.task,
    input: `${inputText(options, blocks)} -> ${task.target}`,
    ...(blocks ? { input_blocks: [...blocks] } : {}),
    ...(set ? { split: isHeldOut ? "held_out_episodes" : "chronological" } : {}),
    ...(isHeldOut ? { test_episodes: [...testedEpisodes(items)] } : {}),
    ...(set ? { [`num_${unit}`]: set.train + set.test + set.embargoed } : {}),
    ...(set ? { [`num_train_${unit}`]: set.train } : {}),
    [`num_test_${unit}`]: test,
    ...(unanswered > 0 ? { [`num_unanswered_${unit}`]: unanswered } : {}),
    ...(set?.embargoed ? { [`num_embargoed_${unit}`]: set.embargoed } : {}),
    ...(set?.featureCount === undefined ? {} : { feature_dim: set.featureCount }),
    ...(set?.tableFeatureCount === undefined ? {} : { table_feature_dim: set.tableFeatureCount }),
    ...(task.kind === "class" && set?.majority !== undefined
      ? {
          majority_baseline_accuracy: shareOf(items, set.majority),
          majority_baseline_label: set.majority,
        }
      : {}),
    ...trainingFigures(training),
    ...(task.kind === "class" ? { unseen_test_classes: set?.unseen ?? [] } : {}),
    ...(first && blocks ? { leaks: leaksOf(first).map(({ message }) => message) } : {}),
    task_display_name: task.name,
  };
}

function shareOf(items: readonly Item[], label: string): number | null {
  const known = items.flatMap(({ sample: { truth } }) =>
    truth?.kind === "class" ? [truth.label] : [],
  );
  return known.length === 0 ? null : known.filter((one) => one === label).length / known.length;
}

/** Scores by their names; where nothing is answered, there is nothing that they could say. */
function scoresOf(
  items: readonly Item[],
  options: EpisodeOptions,
  isAnswered: boolean,
): Record<string, number | null> {
  const { measures, metrics } = episodeScoring(options);
  if (!isAnswered) return Object.fromEntries(metrics.map(({ id }) => [id, null]));
  const observations = items.flatMap(({ sample, outcome }) =>
    isScored(outcome.kind)
      ? [
          {
            sample,
            outcome: outcome.kind,
            prediction:
              outcome.kind === "answered" ? outcome.value : episodeBaselines.empty(sample),
            grades: {},
          },
        ]
      : [],
  );
  const evidence = new Map(
    measures.map(({ signature, measure }) => [signature, observations.map(measure)]),
  );
  return Object.fromEntries(
    metrics.map(({ id, measure, prepare }) => [id, prepare(evidence.get(measure)!)()]),
  );
}
