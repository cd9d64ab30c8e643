import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import { type HasPoses, meanJointDistance } from "./joint-distances.ts";

/**
 * Mean per-joint position error: mean Euclidean distance over samples, frames and joints, in the
 * unit of the positions, without alignment (Ionescu et al. 2014, "Human3.6M"). Samples weigh alike,
 * which is the mean over all joints where they have as many. Answered samples only.
 */
export function mpjpe(measure: string): SampleMetric<HasPoses> {
  return sampleMetric({
    id: "mpjpe",
    title: "MPJPE",
    signature: signature("mpjpe", 1, { alignment: "none", frames: "all", unanswered: "dropped" }),
    measure,
    kind: "mean",
    best: 0,
    worst: null,
    population: "answered",
    value: (item) => meanJointDistance(item, 0),
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "mpjpe",
    group: "regression",
    title: "MPJPE",
    options: [],
    page: () => ({
      definition:
        "Mean per-joint position error: mean Euclidean distance over samples, frames and joints, in the unit of the positions, without alignment.",
      formula: "(1/N) Σ_i (1/FJ) Σ_f Σ_j ‖p_ifj − p̂_ifj‖, F frames of J joints",
      citation: "Ionescu et al. 2014, “Human3.6M”",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "Answered samples only; samples weigh alike. Other numbers of frames or joints are an error.",
      signatures: [mpjpe("").signature],
    }),
    offers: [
      offer({
        id: "mpjpe",
        title: "Mean distance of joints, from [frame][joint][coordinate]",
        isApart: true,
        reads: "poses",
        options: [],
        create: (measure) => [{ ...mpjpe(measure), id: "mpjpe" }],
      }),
    ],
  },
];
