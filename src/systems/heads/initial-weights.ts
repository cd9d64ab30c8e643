import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import type { LinearLayer, MlpWeights } from "../../math/learning/mlp/mlp-weights.ts";

/**
 * First weights of a network from the arrays of an npz file: pairs of `….weight` and `….bias`, as in
 * a PyTorch state. The pair of one dimension is the layer norm, the others are the linear layers in
 * the order of the file; what stands before `.weight` does not matter.
 *
 * @throws {UserError} where they make no network.
 */
export function readInitialWeights(document: unknown, path: string): MlpWeights {
  if (!isRecord(document))
    throw new UserError(`${path}: expected an npz file of named arrays`, namesHint);
  const norms: MlpWeights["norm"][] = [];
  const layers: (LinearLayer & { readonly name: string })[] = [];
  for (const [name, value] of Object.entries(document)) {
    if (!/weight$/.test(name)) continue;
    const biases = document[name.replace(/weight$/, "bias")];
    if (!isNumbers(biases))
      throw new UserError(`${path}: the array "${name}" has no bias beside it`, namesHint);
    if (isNumbers(value))
      norms.push({ scales: Float32Array.from(value), shifts: Float32Array.from(biases) });
    else if (isMatrix(value) && value.length === biases.length)
      layers.push({
        name,
        weights: Float32Array.from(value.flat()),
        biases: Float32Array.from(biases),
      });
    else
      throw new UserError(
        `${path}: the array "${name}" is no weight of ${biases.length} outputs`,
        "a linear layer has a row of weights for each output",
      );
  }
  const [norm] = norms;
  if (!norm || norms.length > 1 || layers.length === 0)
    throw new UserError(
      `${path}: ${norms.length} layer norms and ${layers.length} linear layers, but one norm and at least one layer are needed`,
      namesHint,
    );
  let inputs = norm.scales.length;
  for (const { name, weights, biases } of layers) {
    if (weights.length !== inputs * biases.length)
      throw new UserError(
        `${path}: the array "${name}" takes ${weights.length / biases.length} inputs, but ${inputs} come from the layer before`,
        "name the linear layers in their order",
      );
    inputs = biases.length;
  }
  return { norm, layers: layers.map(({ weights, biases }) => ({ weights, biases })) };
}

const namesHint =
  "save the state of a PyTorch network by numpy.savez: 0.weight, 0.bias, 1.weight, …";

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

function isMatrix(value: unknown): value is readonly (readonly number[])[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => isNumbers(row) && row.length === value[0].length)
  );
}
