import type { CorpusMetric, Score } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { choiceOption } from "../metric-option.ts";
import { type ClassSet, classesOption, countLabels, type HasLabels } from "./class-counts.ts";
import { macroF1Score } from "./f1-averages.ts";
import {
  bestPlace,
  type HasTaskScores,
  type RescalingPool,
  rescaledLabels,
  type TieRule,
} from "./rescale-scores.ts";

export interface TaskMacroF1Options {
  /**
   * `none`: the label with the highest score. `all`, `others`: that with the highest rescaled
   * score, see `rescaledLabels`.
   */
  readonly rescaling: "none" | RescalingPool;
  readonly classes?: ClassSet;
  readonly ties?: TieRule;
}

/**
 * Mean over tasks of the macro F1 within each, ViSTa's level score: tasks have label sets of their
 * own and are never pooled. Rescaled predictions are fitted once on all samples and then frozen, so
 * that slices and resamples weigh them. ViSTa: `rescaling: "all"`, classes `union`, ties `last`. A
 * task without weight is left out.
 */
export function taskMacroF1(
  measure: string,
  { rescaling, classes = "union", ties = "first" }: TaskMacroF1Options,
): CorpusMetric<HasTaskScores> {
  return {
    id: rescaling === "none" ? "task-macro-f1" : "rescaled-macro-f1",
    title:
      rescaling === "none"
        ? "Macro F1, mean of tasks"
        : "Macro F1 of rescaled scores, mean of tasks",
    signature: signature("task-macro-f1", 1, {
      classes,
      rescaling,
      ties,
      unanswered: "miss",
      weightless: "dropped",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truth }) => truth !== null,
    prepare(evidence) {
      const items = [...evidence];
      const predicted =
        rescaling === "none"
          ? items.map((item) => topLabel(item, ties))
          : rescaledLabels(items, { pool: rescaling, ties });
      return meanOfTasks(items, predicted, classes);
    },
  };
}

function topLabel({ options, scores }: HasTaskScores, ties: TieRule): string | null {
  return scores && scores.length > 0 ? options[bestPlace(scores, ties)]! : null;
}

/**
 * All samples are packed for every task, those of other tasks as hidden, so that one weighting fits
 * them all.
 */
function meanOfTasks(
  items: readonly HasTaskScores[],
  predicted: readonly (string | null)[],
  classes: ClassSet,
): Score {
  const tasks = [...new Set(items.map(({ task }) => task))].sort();
  const scores = tasks.map((task) => {
    const places = items.flatMap((item, at) => (item.task === task ? [at] : []));
    const labels = places.map(
      (at): HasLabels => ({
        truth: items[at]!.truth,
        predicted: predicted[at]!,
        options: items[at]!.options,
      }),
    );
    return { places: Uint32Array.from(places), score: macroF1Score(countLabels(labels), classes) };
  });
  return (weights) => {
    let sum = 0;
    let count = 0;
    for (const { places, score } of scores) {
      const value = score(weights && Float64Array.from(places, (at) => weights[at]!));
      if (value === null) continue;
      sum += value;
      count++;
    }
    return count === 0 ? null : sum / count;
  };
}

const options = [
  choiceOption(
    {
      name: "rescaling",
      default: "none",
      meaning:
        "none: the label of highest score; otherwise that of highest rescaled score: all: over all samples of the task (ViSTa); others: over the other samples (ViSTa’s Minecraft fork)",
    },
    ["none", "all", "others"],
  ),
  { ...classesOption, meaning: "as in macro F1; ViSTa uses union" },
  choiceOption(
    {
      name: "ties",
      default: "first",
      meaning:
        "which label wins among equal scores; ViSTa takes the last of rescaled and the first of raw scores",
    },
    ["first", "last"],
  ),
] as const;

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "rescaled-macro-f1",
    group: "classification",
    title: "Macro F1 of rescaled scores, mean of tasks",
    options: [...options],
    page: () => ({
      definition:
        "Macro F1 within each task, then the mean over tasks. Rescaled: the softmax of a sample’s scores over its labels, then for each task and label its z-score over the samples; the label with the highest z-score is predicted.",
      formula: "z = (s − mean) / (deviation + 1e-6), sample deviation",
      citation: "ViSTa (Wybitul et al. 2024), evaluation code",
      checkedAgainst: "its definition restated with NumPy, and scikit-learn 1.9.1 for F1",
      edgeCases:
        "Transductive: a prediction depends on the other samples, and it can beat the raw one, which is always shown beside. Fitted once on all samples, then frozen for slices and resamples. A task with too few samples for a deviation has no predictions.",
      signatures: [
        taskMacroF1("", { rescaling: "all" }).signature,
        taskMacroF1("", { rescaling: "none" }).signature,
      ],
    }),
    offers: [
      offer({
        id: "task-macro-f1",
        title: "Macro F1 by task, from task and score:<label> columns",
        isApart: true,
        reads: "labelScores",
        options,
        create: (measure, { rescaling = "none", ...given }) => [
          { ...taskMacroF1(measure, { rescaling, ...given }), id: "task-macro-f1" },
        ],
      }),
    ],
  },
];
