import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { frameMetric, type TypeScore } from "./frame-metric.ts";
import type { HasFrameScores } from "./has-frame-scores.ts";

/**
 * Mean over types of the average precision over the frames of all videos together, as with
 * MultiTHUMOS. See the page for the rest.
 */
export function frameMap(measure: string): CorpusMetric<HasFrameScores> {
  return frameMetric(
    {
      id: "frame-map",
      title: "Per-frame mAP",
      signature: signature("frame-map", 1, {
        interpolation: "none",
        over: "types-with-truth",
        ties: "one-step",
      }),
      measure,
    },
    averagePrecision,
  );
}

const averagePrecision: TypeScore = ({ video, positive, negative, isLast }, weights) => {
  let found = 0;
  let seen = 0;
  let foundBefore = 0;
  let sum = 0;
  for (let at = 0; at < video.length; at++) {
    const weight = weights ? weights[video[at]!]! : 1;
    found += weight * positive[at]!;
    seen += weight * (positive[at]! + negative[at]!);
    if (!isLast[at] || found === foundBefore) continue;
    sum += (found - foundBefore) * (found / seen);
    foundBefore = found;
  }
  return found === 0 ? null : Math.min(1, sum / found);
};

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "frame-map",
    group: "detection",
    title: "Per-frame mAP",
    options: [],
    page: () => ({
      definition:
        "For each type, all frames of all videos ranked by falling score: precision × gain in recall, summed, not interpolated, frames of equal score coming in together. Mean over the types that have a positive frame.",
      formula: "AP = Σ over scores s of (R(s) − R(s before)) · P(s);  mAP = mean over types",
      citation: "Yeung et al., Every Moment Counts (MultiTHUMOS), IJCV 2018",
      checkedAgainst: "scikit-learn 1.9.1, average_precision_score, on random videos",
      edgeCases:
        "A type without a positive frame is left out (torchnet's APMeter gives it 0; some public scripts leave out every type of score 0 as well). A type that a video has no scores for is ranked last there. Not defined without truths.",
      signatures: [frameMap("").signature],
    }),
    offers: [
      offer({
        id: "frame-map",
        title: "mAP over frames (MultiTHUMOS)",
        reads: "frames",
        options: [],
        create: (measure) => [frameMap(measure)],
      }),
    ],
  },
];
