import { floatMultiplier, multiplierBytes, rowMajor, transposed } from "../product.ts";
import { openWorkspace, roundedBytes, type Workspace } from "../workspace.ts";
import { adamWBytes, openParameter, type Parameter, parameterBytes } from "./adam-w.ts";
import { gelu } from "./gelu.ts";
import { layerSizes, type MlpShape, type MlpWeights } from "./mlp-weights.ts";

/** LayerNorm, then linear layers with GELU and dropout between them; in single precision. */
export interface Network {
  readonly workspace: Workspace;
  readonly parameters: readonly Parameter[];
  /** Where rows are put that were normalised without scales and shifts, up to `batchSize`. */
  readonly inputs: Float32Array;
  /** Outputs of the first rows of `inputs`, valid until the next call. */
  forward(rows: number, dropout?: Dropout): Float32Array;
  /** Gradients of all parameters, from those of the outputs of the last `forward`. */
  backward(rows: number, gradients: Float32Array): void;
  /** A copy of the weights. */
  weights(): MlpWeights;
}

interface Dropout {
  readonly share: number;
  /** 1 where a unit of a hidden layer is kept, else 0. */
  mask(layer: number, size: number): ArrayLike<number> | undefined;
}

/** A linear layer; its weights are kept with a row for each input. */
interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Parameter;
  readonly biases: Parameter;
  /** Before the activation. */
  readonly sums: Float32Array;
  /** Gradients of the sums. */
  readonly errors: Float32Array;
  /** After activation and dropout; of the last layer the sums themselves. */
  readonly activations: Float32Array;
  readonly slopes: Float32Array;
}

export function openNetwork(shape: MlpShape, first: MlpWeights, batchSize: number): Network {
  const sizes = layerSizes(shape);
  const workspace = openWorkspace(
    multiplierBytes(4) +
      adamWBytes +
      2 * roundedBytes(32) +
      2 * roundedBytes(4 * (batchSize * shape.inputs + 4)) +
      2 * parameterBytes(shape.inputs) +
      sizes.reduce(
        (sum, [inputs, outputs]) =>
          sum +
          parameterBytes(inputs * outputs) +
          parameterBytes(outputs) +
          2 * roundedBytes(4 * batchSize * outputs),
        0,
      ),
  );
  const multiplier = floatMultiplier(workspace);
  const scales = openParameter(workspace, shape.inputs);
  const shifts = openParameter(workspace, shape.inputs);
  scales.value.set(first.norm.scales);
  shifts.value.set(first.norm.shifts);
  const layers = sizes.map(([inputs, outputs], i): Layer => {
    const weights = openParameter(workspace, inputs * outputs);
    const biases = openParameter(workspace, outputs);
    const from = first.layers[i]!.weights;
    for (let j = 0; j < inputs; j++)
      for (let k = 0; k < outputs; k++) weights.value[j * outputs + k] = from[k * inputs + j]!;
    biases.value.set(first.layers[i]!.biases);
    const sums = workspace.floats(batchSize * outputs);
    const errors = workspace.floats(batchSize * outputs);
    const isLast = i === sizes.length - 1;
    return {
      ...{ inputs, outputs, weights, biases, sums, errors },
      activations: isLast ? sums : new Float32Array(batchSize * outputs),
      slopes: new Float32Array(isLast ? 0 : batchSize * outputs),
    };
  });
  // The kernel works in whole vectors, and so goes beyond the last row.
  const inputs = workspace.floats(batchSize * shape.inputs + 4);
  const scaled = workspace.floats(batchSize * shape.inputs + 4);
  const unscale = unscaler(workspace);

  return {
    workspace,
    inputs,
    parameters: [scales, shifts, ...layers.flatMap(({ weights, biases }) => [weights, biases])],
    forward(rows, dropout) {
      const rowBytes = 4 * shape.inputs;
      for (let i = 0; i < rows; i++) {
        const from = inputs.byteOffset + i * rowBytes;
        workspace.kernel.affine(
          ...([from, from + rowBytes, scales.value.byteOffset] as const),
          ...([shifts.value.byteOffset, scaled.byteOffset + i * rowBytes] as const),
        );
      }
      let below = scaled;
      for (const [i, layer] of layers.entries()) {
        const size = rows * layer.outputs;
        const sums = layer.sums.subarray(0, size);
        for (let at = 0; at < size; at += layer.outputs) sums.set(layer.biases.value, at);
        multiplier.add(
          sums,
          rowMajor(below, layer.inputs),
          rowMajor(layer.weights.value, layer.outputs),
          {
            ...{ rows, columns: layer.outputs, depth: layer.inputs },
          },
        );
        if (i < layers.length - 1)
          gelu(
            sums,
            { outputs: layer.activations, slopes: layer.slopes },
            {
              kept: dropout?.mask(i, size),
              scale: dropout ? 1 / (1 - dropout.share) : 1,
            },
          );
        below = layer.activations;
      }
      const { outputs, sums } = layers.at(-1)!;
      return sums.subarray(0, rows * outputs);
    },
    backward(rows, gradients) {
      layers.at(-1)!.errors.set(gradients);
      for (let i = layers.length - 1; i >= 0; i--) {
        const layer = layers[i]!;
        const errors = rowMajor(layer.errors, layer.outputs);
        sumRows(layer.errors, rows, layer.biases.gradient);
        layer.weights.gradient.fill(0);
        const below = i === 0 ? inputs : layers[i - 1]!.activations;
        multiplier.add(layer.weights.gradient, transposed(rowMajor(below, layer.inputs)), errors, {
          ...{ rows: layer.inputs, columns: layer.outputs, depth: rows },
        });
        if (i === 0) break;
        const { errors: under, slopes } = layers[i - 1]!;
        const size = rows * layer.inputs;
        under.fill(0, 0, size);
        multiplier.add(under, errors, transposed(rowMajor(layer.weights.value, layer.outputs)), {
          ...{ rows, columns: layer.inputs, depth: layer.outputs },
        });
        for (let at = 0; at < size; at++) under[at]! *= slopes[at]!;
      }
      unscale(layers[0]!, scales, shifts);
    },
    weights: () => ({
      norm: { scales: scales.value.slice(), shifts: shifts.value.slice() },
      layers: layers.map(({ inputs: wide, outputs, weights, biases }) => {
        const turned = new Float32Array(wide * outputs);
        for (let j = 0; j < wide; j++)
          for (let k = 0; k < outputs; k++) turned[k * wide + j] = weights.value[j * outputs + k]!;
        return { weights: turned, biases: biases.value.slice() };
      }),
    }),
  };
}

function sumRows(values: Float32Array, rows: number, into: Float32Array): void {
  const width = into.length;
  const sums = new Float64Array(width);
  for (let at = 0; at < rows * width; at += width)
    for (let j = 0; j < width; j++) sums[j]! += values[at + j]!;
  into.set(sums);
}

/**
 * The first layer's gradient was taken of rows x̂ before scales γ and shifts β: G = x̂ᵀE. From it
 * follow those of the weights, γ∘G + β·Σe, of the scales, Σ W∘G, and of the shifts, W·Σe, without a
 * third product of matrices.
 */
function unscaler(
  workspace: Workspace,
): (layer: Layer, scales: Parameter, shifts: Parameter) => void {
  const pair = workspace.floats(2);
  const dots = workspace.floats(8);
  return ({ inputs, outputs, weights, biases }, scales, shifts) => {
    for (let j = 0; j < inputs; j++) {
      const at = j * outputs;
      const [gamma, beta] = [scales.value[j]!, shifts.value[j]!];
      if (outputs % 4 === 0) {
        pair[0] = gamma;
        pair[1] = beta;
        const from = weights.value.byteOffset + 4 * at;
        const gradient = weights.gradient.byteOffset + 4 * at;
        workspace.kernel.unscale(
          ...([from, from + 4 * outputs, gradient, biases.gradient.byteOffset] as const),
          ...([pair.byteOffset, dots.byteOffset] as const),
        );
        scales.gradient[j] = dots[0]! + dots[1]! + dots[2]! + dots[3]!;
        shifts.gradient[j] = dots[4]! + dots[5]! + dots[6]! + dots[7]!;
        continue;
      }
      let [scale, shift] = [0, 0];
      for (let k = 0; k < outputs; k++) {
        const g = weights.gradient[at + k]!;
        scale += weights.value[at + k]! * g;
        shift += weights.value[at + k]! * biases.gradient[k]!;
        weights.gradient[at + k] = gamma * g + beta * biases.gradient[k]!;
      }
      scales.gradient[j] = scale;
      shifts.gradient[j] = shift;
    }
  };
}
