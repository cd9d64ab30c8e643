import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import { type HasPoses, meanJointDistance } from "./joint-distances.ts";

/**
 * Mean per-joint position error of the last frame of each sample, the hardest one of a forecast.
 * Answered samples only.
 */
export function finalFrameMpjpe(measure: string): SampleMetric<HasPoses> {
  return sampleMetric({
    id: "final-frame-mpjpe",
    title: "MPJPE of the final frame",
    signature: signature("mpjpe", 1, { alignment: "none", frames: "last", unanswered: "dropped" }),
    measure,
    kind: "mean",
    best: 0,
    worst: null,
    population: "answered",
    value: (item) => meanJointDistance(item, -1),
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "final-frame-mpjpe",
    group: "regression",
    title: "MPJPE of the final frame",
    options: [],
    page: () => ({
      definition:
        "Mean per-joint position error of the last frame of each sample, the hardest one of a forecast.",
      formula: "(1/N) Σ_i (1/J) Σ_j ‖p_iFj − p̂_iFj‖, F the last frame",
      citation: "Ionescu et al. 2014, “Human3.6M”",
      checkedAgainst: "values worked out by hand",
      edgeCases: "Answered samples only.",
      signatures: [finalFrameMpjpe("").signature],
    }),
    offers: [
      offer({
        id: "mpjpe-final",
        title: "The same in the last frame",
        isApart: true,
        reads: "poses",
        options: [],
        create: (measure) => [{ ...finalFrameMpjpe(measure), id: "mpjpe-final" }],
      }),
    ],
  },
];
