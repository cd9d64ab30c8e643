import type { Analysis, Table } from "../../core/scores/analysis.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { type ClassTotals, countLabelSets, type HasLabelSets } from "./class-counts.ts";
import { f1, ratio } from "./f1-averages.ts";
import { trueLabels } from "./has-label-scores.ts";
import { rankLabels } from "./label-ranking.ts";
import { byTask } from "./mean-of-tasks.ts";
import { randomAveragePrecision } from "./random-average-precision.ts";
import type { HasTaskScores, RescalingPool } from "./rescale-scores.ts";
import { taskLabelSets } from "./task-macro-f1.ts";

const figures = [
  "precision",
  "recall",
  "f1",
  "rescaled precision",
  "rescaled recall",
  "rescaled f1",
  "average precision",
  "at random",
];

/**
 * Every label of every task: how often it is true and predicted, precision, recall and F1 of raw
 * and of rescaled scores, and the average precision of raw scores beside that of a random order.
 */
export function taskLabelTable(
  measure: string,
  { rescaling }: { readonly rescaling: RescalingPool },
): Analysis<HasTaskScores> {
  return {
    id: "labels",
    title: "Labels",
    measure,
    analyse: (evidence) => tabulate([...evidence], rescaling),
  };
}

function tabulate(items: readonly HasTaskScores[], rescaling: RescalingPool): Table {
  const raw = byTask(taskLabelSets(items, { rescaling: "none", ties: "first" }));
  const rescaled = byTask(taskLabelSets(items, { rescaling, ties: "last" }));
  const tasks = [...byTask(items)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: "table",
    columns: ["task", "label", "support", "predicted", ...figures],
    fractions: figures,
    rows: tasks.flatMap(([task, { items: own }]) =>
      taskRows(own, {
        raw: labelScores(raw.get(task)!.items),
        rescaled: labelScores(rescaled.get(task)!.items),
      }).map((row) => [task, ...row]),
    ),
  };
}

interface LabelSets {
  readonly raw: ReadonlyMap<string, LabelScores>;
  readonly rescaled: ReadonlyMap<string, LabelScores>;
}

type Cells = readonly (string | number | null)[];

/** Labels in the order in which they are offered. */
function taskRows(items: readonly HasTaskScores[], { raw, rescaled }: LabelSets): readonly Cells[] {
  const truths = new Map<string, number>();
  const sizes = new Map<string, number>();
  for (const item of items) {
    const own = trueLabels(item);
    if (own === null) continue;
    for (const label of own) truths.set(label, (truths.get(label) ?? 0) + 1);
    for (const label of item.options) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  }
  const rankings = new Map(rankLabels(items).perLabel.map((one) => [one.label, one]));
  const labels = new Set(items.flatMap(({ options }) => options));
  return [...labels].map((label) => {
    const positives = truths.get(label) ?? 0;
    const size = sizes.get(label) ?? 0;
    const own = raw.get(label);
    const scaled = rescaled.get(label);
    return [
      label,
      positives,
      own?.predicted ?? 0,
      own?.precision ?? null,
      own?.recall ?? null,
      own?.f1 ?? null,
      scaled?.precision ?? null,
      scaled?.recall ?? null,
      scaled?.f1 ?? null,
      rankings.get(label)?.averagePrecision() ?? null,
      positives === 0 ? null : randomAveragePrecision(size, positives),
    ];
  });
}

/** Precision, recall and F1 of a label, 0 where there is nothing to divide by. */
export interface LabelScores {
  readonly support: number;
  readonly predicted: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The scores of every label that is true or predicted somewhere, in code-point order. */
export function labelScores(sets: Iterable<HasLabelSets>): ReadonlyMap<string, LabelScores> {
  const counts = countLabelSets(sets);
  const totals = counts.count();
  return new Map(
    counts
      .classSet("union")
      .map((index): [string, LabelScores] => [counts.classes[index]!, scoresOf(totals(index))])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function scoresOf(totals: ClassTotals): LabelScores {
  const support = totals.hits + totals.misses;
  const predicted = totals.hits + totals.falseAlarms;
  return {
    support,
    predicted,
    precision: ratio(totals.hits, predicted) ?? 0,
    recall: ratio(totals.hits, support) ?? 0,
    f1: f1(totals) ?? 0,
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "labels",
    group: "classification",
    title: "Labels",
    options: [],
    page: () => ({
      definition:
        "Every label of every task: support, number of predictions, precision, recall and F1 of raw and of rescaled scores, and the average precision of raw scores beside what a random order is expected to reach.",
      formula:
        "precision = hits / predictions; recall = hits / support; at random = (R − 1)/(N − 1) + (H/N)(N − R)/(N − 1)",
      citation: "ViSTa (Wybitul et al. 2024), evaluation code",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9 (zero_division=0)",
      edgeCases:
        "A figure whose denominator is 0 is 0, and null for a label that is neither true nor predicted. Average precision is null for a label that is never true.",
      signatures: [],
    }),
  },
];
