import type { CorpusMetric, ReferenceLine } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { choiceOption } from "../metric-option.ts";
import { type ClassSet, classesOption, countLabelSets, type HasLabelSets } from "./class-counts.ts";
import { macroF1Score } from "./f1-averages.ts";
import { guessedMacroF1 } from "./guessed-macro-f1.ts";
import { trueLabels } from "./has-label-scores.ts";
import { byTask, meanOfTaskScores } from "./mean-of-tasks.ts";
import {
  type HasTaskScores,
  type RescalingPool,
  rescaledScores,
  type TieRule,
  topPlaces,
} from "./rescale-scores.ts";

export interface TaskMacroF1Options {
  /**
   * `none`: the label with the highest score. `all`, `others`: that with the highest rescaled
   * score, see `rescaledScores`.
   */
  readonly rescaling: "none" | RescalingPool;
  readonly classes?: ClassSet;
  readonly ties?: TieRule;
}

/**
 * Mean over tasks of the macro F1 within each, ViSTa's level score: tasks have label sets of their
 * own and are never pooled. Rescaled predictions are fitted once on all samples and then frozen, so
 * that slices and resamples weigh them. ViSTa: `rescaling: "all"`, classes `union`, ties `last`. A
 * task without weight is left out, and so are samples of a task too small to be rescaled. Of a
 * sample with several true labels, as many of the highest scored are predicted.
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
    signature: signature("task-macro-f1", rescaling === "none" ? 1 : 2, {
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
    counts: (item) => trueLabels(item) !== null,
    // Rescaled guesses depend on each other.
    ...(rescaling === "none"
      ? { references: (evidence: Iterable<HasTaskScores>) => chanceLine(evidence, classes) }
      : {}),
    prepare(evidence) {
      const items = [...evidence];
      return meanOfTaskScores(taskLabelSets(items, { rescaling, ties }), (sets) =>
        macroF1Score(countLabelSets(sets), classes),
      );
    },
  };
}

function chanceLine(
  evidence: Iterable<HasTaskScores>,
  classes: ClassSet,
): readonly ReferenceLine[] {
  const known = [...byTask(evidence).values()]
    .map(({ items }) => items.filter((item) => trueLabels(item) !== null))
    .filter((items) => items.length > 0);
  const values = known.map((items) => guessedMacroF1(items, classes));
  if (values.length === 0 || values.includes(null)) return [];
  const value = values.reduce<number>((sum, own) => sum + own!, 0) / values.length;
  return [{ id: "chance", value, note: "expected of guessing each label of a task equally often" }];
}

interface TaskLabelSets extends HasLabelSets {
  readonly task: string;
}

/**
 * What each sample is said to show, by the raw or by the rescaled scores. Where a task is too small
 * to rescale the scores of a sample, its truth counts as hidden.
 */
export function taskLabelSets(
  items: readonly HasTaskScores[],
  { rescaling, ties }: Pick<Required<TaskMacroF1Options>, "rescaling" | "ties">,
): readonly TaskLabelSets[] {
  const scores =
    rescaling === "none" ? items.map((item) => item.scores) : rescaledScores(items, rescaling);
  return items.map((item, at) => {
    const isUnscaled = scores[at] === null && item.scores !== null;
    const truths = isUnscaled ? null : trueLabels(item);
    const count = truths?.length ?? 0;
    const places = topPlaces(scores[at] ?? [], { count, ties });
    return {
      task: item.task,
      truths,
      predictions: places.map((place) => item.options[place]!),
      options: item.options,
    };
  });
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
        "Transductive: a prediction depends on the other samples, and it can beat the raw one, which is always shown beside. Fitted once on all samples, then frozen for slices and resamples. A task with too few samples for a deviation is left out of the rescaled score.",
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
