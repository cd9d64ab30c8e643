import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { frameMetric, type TypeScore } from "./frame-metric.ts";
import type { HasFrameScores } from "./has-frame-scores.ts";

/**
 * Area under the ROC curve over the frames of all videos together, as UCF-Crime publishes it. See
 * the page for the rest.
 */
export function frameAuc(measure: string): CorpusMetric<HasFrameScores> {
  return frameMetric(
    {
      id: "frame-auc",
      title: "Frame-level ROC AUC",
      signature: signature("frame-auc", 1, { over: "types-with-both", ties: "half" }),
      measure,
    },
    areaUnderRoc,
  );
}

const areaUnderRoc: TypeScore = ({ video, positive, negative, isLast }, weights) => {
  let found = 0;
  let passed = 0;
  let foundBefore = 0;
  let passedBefore = 0;
  let area = 0;
  for (let at = 0; at < video.length; at++) {
    const weight = weights ? weights[video[at]!]! : 1;
    found += weight * positive[at]!;
    passed += weight * negative[at]!;
    if (!isLast[at]) continue;
    area += ((passed - passedBefore) * (found + foundBefore)) / 2;
    foundBefore = found;
    passedBefore = passed;
  }
  return found === 0 || passed === 0 ? null : Math.min(1, area / (found * passed));
};

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "frame-auc",
    group: "detection",
    title: "Frame-level ROC AUC",
    options: [],
    page: () => ({
      definition:
        "All frames of all videos together: the chance that a frame inside an annotated interval is scored above one outside, equal scores counting one half. A score that stands for several frames is repeated for each; the last holds to the end of the video. Several types: mean over types.",
      formula:
        "AUC = Σ over pairs of a positive p and a negative n of ([s_p > s_n] + ½·[s_p = s_n]) ÷ (P·N)",
      citation:
        "Sultani, Chen and Shah, Real-world Anomaly Detection in Surveillance Videos (UCF-Crime), CVPR 2018 (Evaluate_Anomaly_Detector.m); frames count from 1 and intervals include both ends, as there",
      checkedAgainst: "scikit-learn 1.9.1, roc_auc_score, on random videos",
      edgeCases:
        "The published program steps through equal scores in their order, which depends on how files are listed; here, as in MATLAB's perfcurve and scikit-learn, they are one step. A type without positive or without negative frames does not count; not defined where none is left.",
      signatures: [frameAuc("").signature],
    }),
    offers: [
      offer({
        id: "frame-auc",
        title: "ROC AUC over frames (UCF-Crime)",
        reads: "frames",
        options: [],
        create: (measure) => [frameAuc(measure)],
      }),
    ],
  },
];
