import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import type { HasLabelScores } from "./has-label-scores.ts";
import { haveProbabilities, labelProbabilities } from "./label-probabilities.ts";
import { topPlaces } from "./rescale-scores.ts";

export const confidenceBins = 15;

/**
 * Expected calibration error of the predicted label: samples in 15 bins of equal width by its
 * probability, Σ (weight of the bin) × |accuracy − mean probability| (Guo et al. 2017, "On
 * Calibration of Modern Neural Networks"). `null` unless the scores of all answered samples are
 * probabilities.
 */
export function calibrationError(measure: string): CorpusMetric<HasLabelScores> {
  return {
    id: "ece",
    title: "Expected calibration error",
    signature: signature("ece", 1, {
      bins: confidenceBins,
      of: "top-label",
      unanswered: "left-out",
    }),
    measure,
    kind: "corpus",
    best: 0,
    worst: 1,
    population: "answered",
    counts: ({ truth, scores }) => truth !== null && scores !== null,
    prepare(evidence) {
      const items = [...evidence];
      const isKnown = haveProbabilities(items);
      const confidences = items.map(confidenceOf);
      return (weights) => {
        if (weights) assertWeights(weights, confidences.length);
        const gaps = new Float64Array(confidenceBins);
        let total = 0;
        for (const [at, own] of confidences.entries()) {
          if (!own) continue;
          const weight = weights ? weights[at]! : 1;
          gaps[own.bin]! += weight * ((own.isRight ? 1 : 0) - own.probability);
          total += weight;
        }
        if (!isKnown || total === 0) return null;
        return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / total;
      };
    },
  };
}

interface Confidence {
  readonly bin: number;
  readonly isRight: boolean;
  /** Of the predicted label. */
  readonly probability: number;
}

/**
 * How sure a prediction is and whether it is right; `null` where its scores are no probabilities.
 * Bins are open below and closed above, as in the definition.
 */
export function confidenceOf(item: HasLabelScores): Confidence | null {
  const known = labelProbabilities(item);
  if (!known) return null;
  const [place] = topPlaces(known.probabilities, { count: 1, ties: "first" });
  const probability = known.probabilities[place!]!;
  return {
    bin: Math.min(confidenceBins - 1, Math.max(0, Math.ceil(probability * confidenceBins) - 1)),
    isRight: place === known.truth,
    probability,
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "ece",
    group: "classification",
    title: "Expected calibration error",
    options: [],
    page: () => ({
      definition:
        "How far the probability of the predicted label is from how often it is right, in 15 bins of equal width.",
      formula: "Σ_b (n_b / N) |accuracy_b − mean probability_b|",
      citation: "Guo et al. 2017, “On Calibration of Modern Neural Networks”",
      checkedAgainst: "its definition restated with NumPy, to 1e-9",
      edgeCases:
        "Null unless the scores of every answered sample are probabilities: from 0 to 1, with the sum 1. Samples without an answer are left out. It depends on the bins, and on few samples it is biased upwards.",
      signatures: [calibrationError("").signature],
    }),
  },
];
