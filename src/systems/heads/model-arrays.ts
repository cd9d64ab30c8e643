import type { Numbers } from "../../math/learning/rows.ts";
import type { Scaler } from "../../math/learning/scaler.ts";
import { isHead, unpackModel } from "./artefact.ts";
import { type HeadModel, inputWidth } from "./head-model.ts";

/** An array of a trained head, as files of arrays hold them. */
interface ModelArray {
  readonly shape: readonly number[];
  readonly values: Float32Array | Float64Array | readonly string[];
}

type ModelArrays = Readonly<Record<string, ModelArray>>;

/**
 * What a trained head answers by, as named arrays: scalers, weights, classes. Networks have their
 * layers as PyTorch has them, so that another training can begin with them. `undefined` where the
 * bytes are of another system.
 */
export function modelArrays(artefact: Uint8Array): ModelArrays | undefined {
  if (!isHead(artefact)) return undefined;
  const model = unpackModel(artefact);
  return {
    ...(model.names.length === 0
      ? {}
      : { classes: { shape: [model.names.length], values: model.names } }),
    ...parametersOf(model),
  };
}

function parametersOf(model: HeadModel): ModelArrays {
  const width = inputWidth(model);
  switch (model.kind) {
    case "linear":
      return {
        ...scalerArrays("feature", model.scaler),
        weights: matrix(model.weights, width),
        bias: vector(model.biases),
      };
    case "ridge": {
      const rows = model.weights.length / model.targets.means.length;
      const scalers = {
        ...scalerArrays("feature", model.inputs),
        ...scalerArrays("target", model.targets),
      };
      return model.dual
        ? {
            ...scalers,
            alpha: matrix(model.weights, rows),
            train_features: matrix(model.training, model.training.length / width),
          }
        : { ...scalers, weights: matrix(model.weights, rows) };
    }
    case "network":
      return {
        ...scalerArrays("feature", model.scaler),
        ...(model.targets ? scalerArrays("target", model.targets) : {}),
        "0.weight": vector(model.weights.norm.scales),
        "0.bias": vector(model.weights.norm.shifts),
        ...Object.fromEntries(
          model.weights.layers.flatMap(({ weights, biases }, at) => [
            [`${at + 1}.weight`, matrix(weights, biases.length)],
            [`${at + 1}.bias`, vector(biases)],
          ]),
        ),
      };
  }
}

function scalerArrays(name: string, { means, deviations }: Scaler): ModelArrays {
  return { [`${name}_mean`]: vector(means), [`${name}_std`]: vector(deviations) };
}

function vector(values: Numbers): ModelArray {
  return { shape: [values.length], values };
}

function matrix(values: Numbers, rows: number): ModelArray {
  return { shape: [rows, values.length / rows], values };
}
