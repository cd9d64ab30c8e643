import type { Analysis, Curve, Resampling } from "../../core/scores/analysis.ts";
import { wilson } from "../../math/interval/wilson.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { confidenceBins, confidenceOf } from "./calibration-error.ts";
import type { HasLabelScores } from "./has-label-scores.ts";
import { haveProbabilities } from "./label-probabilities.ts";

/**
 * How often the predicted label is right against its mean probability, in the bins of the expected
 * calibration error. Empty unless the scores of all answered samples are probabilities.
 */
export function reliabilityCurve(measure: string): Analysis<HasLabelScores> {
  return {
    id: "reliability",
    title: "Calibration: how often the predicted label is right, by its probability",
    measure,
    analyse: (evidence, resampling) => trace([...evidence], resampling),
  };
}

interface Bin {
  count: number;
  right: number;
  probability: number;
}

function trace(items: readonly HasLabelScores[], resampling: Resampling | undefined): Curve {
  const bins = haveProbabilities(items) ? binned(items) : [];
  // An interval for independent samples says too little of samples that share a video.
  const areIndependent = resampling?.groupCount === items.length;
  return {
    kind: "curve",
    x: "probability",
    y: "share right",
    points: bins.map(({ count, right, probability }) => [probability / count, right / count]),
    ...(areIndependent && bins.length > 0
      ? {
          band: bins.map(({ count, right }) => {
            const { low, high } = wilson(right, count);
            return [low, high] as const;
          }),
        }
      : {}),
    notes:
      bins.length === 0
        ? []
        : [
            `${confidenceBins} bins of equal width, those without samples left out; a calibrated system is right as often as it says. Samples in the bins: ${bins.map(({ count }) => count).join(", ")}`,
          ],
  };
}

/** Bins that hold samples, from the lowest probability on. */
function binned(items: readonly HasLabelScores[]): readonly Bin[] {
  const bins = Array.from({ length: confidenceBins }, () => ({
    count: 0,
    right: 0,
    probability: 0,
  }));
  for (const item of items) {
    const own = confidenceOf(item);
    if (!own) continue;
    const bin = bins[own.bin]!;
    bin.count++;
    bin.probability += own.probability;
    if (own.isRight) bin.right++;
  }
  return bins.filter(({ count }) => count > 0);
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "reliability",
    group: "classification",
    title: "Calibration curve",
    options: [],
    page: () => ({
      definition:
        "A curve: how often the predicted label is right against its mean probability, in 15 bins of equal width, with Wilson's 95 % interval where no two samples share a video.",
      formula: "(Σ p / n_b, hits / n_b) for each bin b that holds samples",
      citation: "Guo et al. 2017, “On Calibration of Modern Neural Networks”",
      checkedAgainst:
        "the expected calibration error, which is the weighted gap of the curve to the diagonal, to 1e-9",
      edgeCases:
        "Empty unless the scores of every answered sample are probabilities: from 0 to 1, with the sum 1. Samples without an answer are left out.",
      signatures: [],
    }),
  },
];
