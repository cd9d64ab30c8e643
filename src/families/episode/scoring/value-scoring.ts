import type { Measure } from "../../../core/scores/measure.ts";
import type { Metric, SampleMetric } from "../../../core/scores/metric.ts";
import { signature } from "../../../core/scores/signature.ts";
import { finalFrameMpjpe } from "../../../metrics/regression/final-frame-mpjpe.ts";
import { flatJointDistance, type HasPoses } from "../../../metrics/regression/joint-distances.ts";
import { meanAbsoluteError } from "../../../metrics/regression/mean-absolute-error.ts";
import { meanSquaredError } from "../../../metrics/regression/mean-squared-error.ts";
import { mpjpe } from "../../../metrics/regression/mpjpe.ts";
import { pooledR2 } from "../../../metrics/regression/pooled-r2.ts";
import type { HasVectors } from "../../../metrics/regression/vector-errors.ts";
import { sampleMetric } from "../../../metrics/sample-metric.ts";
import { valuesOf } from "../misfit.ts";
import { unpackValues } from "../packed-values.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "../schema.ts";
import { named } from "./named-metric.ts";

interface ValueEvidence extends HasVectors {
  /** Mean distance of joints over all frames, and in the last; `null` where there are none. */
  readonly jointDistance: number | null;
  readonly finalJointDistance: number | null;
}

function valueMeasure(
  options: EpisodeOptions,
): Measure<EpisodeSample, EpisodePrediction, ValueEvidence> {
  const hasJoints = options.task === "hand_trajectory_forecast";
  return {
    signature: measureSignature(options),
    measure({ sample: { truth }, prediction }) {
      const packed = truth?.kind === "values" ? truth.values : undefined;
      const target = packed === undefined ? undefined : unpackValues(packed);
      const predicted = valuesOf(prediction);
      const isScored = target !== undefined && predicted !== undefined;
      const last = isScored && hasJoints ? lastFrame(target.length, options.forecastFrames) : 0;
      return {
        target: target ? Array.from(target) : null,
        predicted: predicted ? Array.from(predicted) : null,
        jointDistance: isScored && hasJoints ? flatJointDistance(target, predicted) : null,
        finalJointDistance:
          isScored && hasJoints ? flatJointDistance(target, predicted, last) : null,
      };
    },
  };
}

function measureSignature({ task, forecastFrames }: EpisodeOptions): string {
  return task === "hand_trajectory_forecast"
    ? signature("episode-joints", 1, { forecastFrames })
    : signature("episode-values", 1);
}

/** Where the numbers of the last frame start; at 0 where they are not of so many frames. */
function lastFrame(length: number, frames: number): number {
  return length % (frames * 3) === 0 ? length - length / frames : 0;
}

/** A metric of poses whose distances are in the evidence already. */
function ofDistances(
  { id, title, signature: own, kind, best, worst }: SampleMetric<HasPoses>,
  measure: string,
  value: (evidence: ValueEvidence) => number | null,
): SampleMetric<ValueEvidence> {
  const population = "answered";
  return sampleMetric({ id, title, signature: own, measure, kind, best, worst, population, value });
}

const makers: Readonly<Record<string, (measure: string) => Metric>> = {
  mse: (m) => named("mse", meanSquaredError(m)),
  mae: (m) => named("mae", meanAbsoluteError(m)),
  r2: (m) => named("r2", pooledR2(m)),
  mpjpe: (m) =>
    named(
      "mpjpe",
      ofDistances(mpjpe(m), m, ({ jointDistance }) => jointDistance),
    ),
  final_frame_mpjpe: (m) =>
    named(
      "final_frame_mpjpe",
      ofDistances(finalFrameMpjpe(m), m, ({ finalJointDistance }) => finalJointDistance),
    ),
};

/** Scores of tasks whose answer is numbers. */
export function valueScoring(ids: readonly string[], options: EpisodeOptions) {
  return {
    measures: [valueMeasure(options)],
    metrics: ids.map((id) => makers[id]!(measureSignature(options))),
    analyses: [],
  };
}
