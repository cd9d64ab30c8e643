import type { LearningProblem } from "../../core/asking/learning.ts";
import { type LinearFit, linearOutputs } from "../../math/learning/linear-descent.ts";
import { layerNormRows } from "../../math/learning/mlp/layer-norm.ts";
import type { MlpWeights } from "../../math/learning/mlp/mlp-weights.ts";
import { openMlp } from "../../math/learning/mlp/train-mlp.ts";
import { sigmoids } from "../../math/learning/multi-label.ts";
import { predictRidge, type RidgeFit } from "../../math/learning/ridge.ts";
import { arrayRows, type Numbers } from "../../math/learning/rows.ts";
import { restoreScale, type Scaler, standardise } from "../../math/learning/scaler.ts";
import { softmaxRows } from "../../math/learning/softmax.ts";

/** What a head learnt: all that it answers by. */
export type HeadModel = {
  readonly problem: LearningProblem;
  /** Classes or labels; none of other problems. */
  readonly names: readonly string[];
} & (
  | ({ readonly kind: "linear" } & Omit<LinearFit, "history">)
  | ({
      readonly kind: "ridge";
      /** The features that were learnt from; none unless the fit is dual. */
      readonly training: Numbers;
    } & RidgeFit)
  | {
      readonly kind: "network";
      readonly scaler: Scaler;
      /** Of numbers and matches. */
      readonly targets: Scaler | undefined;
      readonly weights: MlpWeights;
    }
);

/** Probabilities of classes or labels, or numbers in their own units; row by row. */
export type Answerer = (values: Numbers) => Promise<Float64Array>;

export function inputWidth(model: HeadModel): number {
  return (model.kind === "ridge" ? model.inputs : model.scaler).means.length;
}

/** Answers rows of features. */
export function answererOf(model: HeadModel): Answerer {
  const width = inputWidth(model);
  if (model.kind === "linear")
    return async (values) =>
      asProbabilities(model, await linearOutputs(model, arrayRows(values, width)));
  if (model.kind === "ridge")
    return (values) => predictRidge(model, values, arrayRows(model.training, width));
  const network = openMlp(model.weights);
  return async (values) => {
    const rows = standardise(values, model.scaler, new Float32Array(values.length));
    layerNormRows(rows, width);
    const outputs = Float64Array.from(network.outputs(rows));
    if (model.targets) restoreScale(outputs, model.targets);
    return asProbabilities(model, outputs);
  };
}

/** Turns outputs for classes and labels into probabilities, in place. */
export function asProbabilities(
  { problem, names }: Pick<HeadModel, "problem" | "names">,
  outputs: Float64Array,
): Float64Array {
  if (problem.kind === "class") softmaxRows(outputs, names.length);
  if (problem.kind === "labels") sigmoids(outputs);
  return outputs;
}
