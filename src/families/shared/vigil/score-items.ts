import type { Sample } from "../../../core/data/sample.ts";
import type { ExportItem } from "../../../core/family/display-facet.ts";
import { isScored } from "../../../core/run/outcome.ts";
import type { Analysis } from "../../../core/scores/analysis.ts";
import type { Measure } from "../../../core/scores/measure.ts";
import type { Metric } from "../../../core/scores/metric.ts";

export interface ItemScoring<S extends Sample, Prediction> {
  readonly measures: readonly Measure<S, Prediction, unknown>[];
  /** What a sample without an answer is scored as. */
  empty(sample: S): Prediction;
}

/**
 * Scores of exported samples: those without an answer count as the empty one, those that failed are
 * left out, as in a run.
 */
export interface ItemScores {
  score(metric: Metric): number | null;
  analyse(analysis: Analysis): ReturnType<Analysis["analyse"]>;
}

export async function scoreItems<S extends Sample, Prediction>(
  items: AsyncIterable<ExportItem<S, Prediction>>,
  { measures, empty }: ItemScoring<S, Prediction>,
): Promise<ItemScores> {
  const evidence = new Map(
    measures.map(({ signature }) => [
      signature,
      { all: [] as unknown[], answered: [] as unknown[] },
    ]),
  );
  for await (const { sample, outcome, grades = {}, seconds } of items) {
    if (!isScored(outcome.kind)) continue;
    const prediction = outcome.kind === "answered" ? outcome.value : empty(sample);
    for (const measure of measures) {
      const own = measure.measure({ sample, prediction, outcome: outcome.kind, grades, seconds });
      evidence.get(measure.signature)!.all.push(own);
      if (outcome.kind === "answered") evidence.get(measure.signature)!.answered.push(own);
    }
  }
  return {
    score: (metric) =>
      metric.prepare(
        evidence.get(metric.measure)![metric.population === "answered" ? "answered" : "all"],
      )(),
    analyse: (analysis) => analysis.analyse(evidence.get(analysis.measure)!.all),
  };
}
