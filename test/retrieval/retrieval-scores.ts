import { nothingLent } from "../../src/core/family/lent.ts";
import { retrieval } from "../../src/families/retrieval/index.ts";
import type {
  RetrievalOptions,
  RetrievalPrediction,
  RetrievalSample,
} from "../../src/families/retrieval/schema.ts";

/**
 * Every score of the family on some predictions, by the id of the metric; a sample without one is
 * missing.
 */
export function retrievalScores(
  samples: readonly RetrievalSample[],
  predictions: ReadonlyMap<string, RetrievalPrediction>,
  options: Partial<RetrievalOptions> = {},
): Readonly<Record<string, number | null>> {
  const parsed = retrieval.data.options.parse(options);
  const measures = retrieval.scoring(parsed, nothingLent).measures;
  return Object.fromEntries(
    retrieval.scoring(parsed, nothingLent).metrics.map((metric) => {
      const measure = measures.find(({ signature }) => signature === metric.measure)!;
      const evidence = samples.map((sample) =>
        measure.measure({
          sample,
          prediction: predictions.get(sample.id) ?? { clips: [] },
          outcome: predictions.has(sample.id) ? "answered" : "missing",
          grades: {},
        }),
      );
      return [metric.id, metric.prepare(evidence)()];
    }),
  );
}
