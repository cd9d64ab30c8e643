import type {
  ComparedScore,
  ComparedTask,
  ComparisonDocument,
  SystemComparison,
} from "../../summary/comparison-summary.ts";

const columns = [
  ...["task", "system", "baseline", "metric", "slice", "slice_value"],
  ...["baseline_score", "score", "difference", "relative_difference", "low", "high"],
  ...["p", "p_adjusted", "correction", "minimum_detectable_effect", "verdict"],
  ...["n", "groups", "wins", "losses", "ties"],
  ...["noise_standard_error", "low_with_noise", "high_with_noise"],
] as const;

type Cell = string | number | null | undefined;

/** A comparison as rows of a table, its head first: fractions, in full precision. */
export function comparisonRows({ tasks }: ComparisonDocument): readonly (readonly Cell[])[] {
  return [columns, ...tasks.flatMap(taskRows)];
}

function taskRows({ id, comparisons }: ComparedTask): readonly (readonly Cell[])[] {
  return comparisons.flatMap((comparison) => {
    const { headline, metrics, slices = {} } = comparison;
    const row = rowOf(id, comparison);
    return [
      ...Object.entries(metrics).map(([metric, score]) => row(metric, score)),
      ...Object.entries(slices).flatMap(([name, values]) =>
        Object.entries(values).map(([value, score]) => row(headline, score, [name, value])),
      ),
    ];
  });
}

function rowOf(task: string, { system, baseline }: SystemComparison) {
  return (metric: string, score: ComparedScore, slice: readonly string[] = ["", ""]): Cell[] => [
    ...[task, system, baseline, metric, ...slice],
    ...[score.baseline, score.value, score.difference, relativeDifference(score)],
    ...[score.low, score.high, score.p, score.adjusted, score.correction],
    ...[score.minimumDetectableEffect, score.verdict, score.n, score.groups],
    ...[score.changes?.wins, score.changes?.losses, score.changes?.ties],
    ...[score.noise?.standardError, score.noise?.low, score.noise?.high],
  ];
}

/** The difference as a share of the baseline's score; `null` where that is 0. */
export function relativeDifference({ baseline, difference }: ComparedScore): number | null {
  return baseline === null || baseline === 0 || difference === null
    ? null
    : difference / Math.abs(baseline);
}
