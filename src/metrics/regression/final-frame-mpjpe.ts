import type { SampleMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { sampleMetric } from "../sample-metric.ts";
import { type HasPoses, meanJointDistance } from "./joint-distances.ts";

/** Mean per-joint position error of the last frame of each sample, the hardest one of a forecast. Answered samples only. */
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
