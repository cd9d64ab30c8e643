import type { Measure } from "../../../core/scores/measure.ts";
import type { Metric, SampleMetric } from "../../../core/scores/metric.ts";
import { signature } from "../../../core/scores/signature.ts";
import { finalFrameMpjpe } from "../../../metrics/regression/final-frame-mpjpe.ts";
import { flatJointDistance } from "../../../metrics/regression/joint-distances.ts";
import { meanAbsoluteError } from "../../../metrics/regression/mean-absolute-error.ts";
import { meanSquaredError } from "../../../metrics/regression/mean-squared-error.ts";
import { mpjpe } from "../../../metrics/regression/mpjpe.ts";
import { pooledR2 } from "../../../metrics/regression/pooled-r2.ts";
import { type HasVectors, meanCost } from "../../../metrics/regression/vector-errors.ts";
import { sampleMetric } from "../../../metrics/sample-metric.ts";
import { frameNumbers } from "../joint-frames.ts";
import { valuesOf } from "../misfit.ts";
import { unpackValues } from "../packed-values.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "../schema.ts";
import { named } from "./named-metric.ts";

/** Errors of one sample; `null` where it does not count. */
interface ErrorEvidence {
  readonly squared: number | null;
  readonly absolute: number | null;
  /** Mean distance of joints over all frames, and in the last; `null` where there are none. */
  readonly jointDistance: number | null;
  readonly finalJointDistance: number | null;
}

type ValueMeasure<Evidence> = Measure<EpisodeSample, EpisodePrediction, Evidence>;

/** Errors alone: the numbers themselves are long, and only R² needs them. */
function errorMeasure(options: EpisodeOptions): ValueMeasure<ErrorEvidence> {
  const hasJoints = options.task === "hand_trajectory_forecast";
  return {
    signature: signature(
      "episode-errors",
      hasJoints ? 2 : 1,
      hasJoints ? { frames: options.forecastFrames } : {},
    ),
    measure(answer) {
      const vectors = vectorsOf(answer);
      const { target, predicted } = vectors;
      // Formats refuse truths that are no whole frames.
      const frame = frameNumbers(target?.length ?? 0, options.forecastFrames);
      const joints = (from: number) =>
        hasJoints && target && predicted && frame !== undefined
          ? flatJointDistance(target, predicted, from)
          : null;
      return {
        squared: meanCost(vectors, (error) => error * error),
        absolute: meanCost(vectors, Math.abs),
        jointDistance: joints(0),
        finalJointDistance: joints((target?.length ?? 0) - (frame ?? 0)),
      };
    },
  };
}

function vectorMeasure(): ValueMeasure<HasVectors> {
  return { signature: signature("episode-values", 1), measure: vectorsOf };
}

function vectorsOf({
  sample: { truth },
  prediction,
}: Parameters<ValueMeasure<unknown>["measure"]>[0]): HasVectors {
  const packed = truth?.kind === "values" ? truth.values : undefined;
  const predicted = valuesOf(prediction);
  return {
    target: packed === undefined ? null : Array.from(unpackValues(packed) ?? []),
    predicted: predicted ? Array.from(predicted) : null,
  };
}

/** A metric whose value for each sample is in the evidence already. */
function ofErrors(
  { id, title, signature: own, kind, best, worst }: SampleMetric<never>,
  measure: string,
  value: (evidence: ErrorEvidence) => number | null,
): Metric {
  const population = "answered";
  return named(
    id.replaceAll("-", "_"),
    sampleMetric({ id, title, signature: own, measure, kind, best, worst, population, value }),
  );
}

/** Scores of tasks whose answer is numbers. */
export function valueScoring(ids: readonly string[], options: EpisodeOptions) {
  const errors = errorMeasure(options);
  const vectors = vectorMeasure();
  const m = errors.signature;
  const makers: Readonly<Record<string, () => Metric>> = {
    mse: () => ofErrors(meanSquaredError(m), m, ({ squared }) => squared),
    mae: () => ofErrors(meanAbsoluteError(m), m, ({ absolute }) => absolute),
    r2: () => named("r2", pooledR2(vectors.signature)),
    mpjpe: () => ofErrors(mpjpe(m), m, ({ jointDistance }) => jointDistance),
    final_frame_mpjpe: () =>
      ofErrors(finalFrameMpjpe(m), m, ({ finalJointDistance }) => finalJointDistance),
  };
  return {
    measures: [errors, vectors],
    metrics: ids.map((id) => makers[id]!()),
    analyses: [],
  };
}
