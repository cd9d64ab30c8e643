import { seededRandom } from "../../seeded-random.ts";

/** One linear layer. */
export interface LinearLayer {
  /** Row by row, for each output the weights of all inputs, as PyTorch has them. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** The weights of a network: a layer norm, then linear layers. */
export interface MlpWeights {
  readonly norm: { readonly scales: Float32Array; readonly shifts: Float32Array };
  readonly layers: readonly LinearLayer[];
}

export interface MlpShape {
  readonly inputs: number;
  readonly hidden: readonly number[];
  readonly outputs: number;
}

/** Inputs and outputs of each linear layer. */
export function layerSizes({ inputs, hidden, outputs }: MlpShape): readonly [number, number][] {
  const sizes = [inputs, ...hidden, outputs];
  return sizes.slice(1).map((size, i) => [sizes[i]!, size]);
}

/**
 * First weights as PyTorch distributes them: uniform within ±1/√inputs, biases too, the norm 1 and
 * 0. They are drawn from `seededRandom(seed, "weights", layer)`, which is not PyTorch's generator.
 */
export function initialWeights(shape: MlpShape, seed: number): MlpWeights {
  return {
    norm: {
      scales: new Float32Array(shape.inputs).fill(1),
      shifts: new Float32Array(shape.inputs),
    },
    layers: layerSizes(shape).map(([inputs, outputs], layer) => {
      const random = seededRandom(seed, "weights", layer);
      const bound = 1 / Math.sqrt(inputs);
      const draw = () => (2 * random() - 1) * bound;
      return {
        weights: Float32Array.from({ length: inputs * outputs }, draw),
        biases: Float32Array.from({ length: outputs }, draw),
      };
    }),
  };
}
