import type { Rows } from "../rows.ts";
import { type Epoch, recordedAt, recordsEpoch } from "../training-history.ts";
import { type AdamWOptions, adamW } from "./adam-w.ts";
import { type BatchPlan, seededPlan } from "./batch-plan.ts";
import type { MlpLoss } from "./losses.ts";
import { initialWeights, type MlpWeights } from "./mlp-weights.ts";
import { type Network, openNetwork } from "./network.ts";

export interface MlpOptions extends AdamWOptions {
  readonly hidden?: readonly number[] | undefined;
  readonly dropout?: number | undefined;
  readonly epochs?: number | undefined;
  readonly batchSize?: number | undefined;
  readonly seed?: number | undefined;
  /** In place of those that are drawn from the seed. */
  readonly initial?: MlpWeights | undefined;
  /** In place of the plan that is drawn from the seed. */
  readonly plan?: BatchPlan | undefined;
  /** Rows that are not learnt from; their loss is kept in the history. */
  readonly validation?: { readonly rows: Rows; readonly loss: MlpLoss } | undefined;
  /** Called after every epoch, with its loss where the history keeps it. */
  pause?(epoch: number, recorded: Epoch | undefined): void | Promise<void>;
}

export interface MlpFit {
  readonly weights: MlpWeights;
  readonly history: readonly Epoch[];
}

/**
 * Trains a network of layer norm, linear layers, GELU and dropout by AdamW, step by step as PyTorch
 * does from the same weights, batches and masks, but for rounding.
 *
 * @param rows standardised and normalised by `layerNormRows`.
 */
export async function trainMlp(
  rows: Rows,
  loss: MlpLoss,
  options: MlpOptions = {},
): Promise<MlpFit> {
  const { hidden = [128, 128], dropout = 0.1, epochs = 80, batchSize = 128, seed = 7 } = options;
  const shape = { inputs: rows.width, hidden, outputs: loss.outputs };
  const {
    initial = initialWeights(shape, seed),
    plan = seededPlan({ rows: rows.count, batchSize, dropout, seed }),
  } = options;
  const largest = Math.max(batchSize, ...plan.batches(1).map(({ length }) => length));
  const network = openNetwork(shape, initial, largest);
  const step = adamW(network.workspace, network.parameters, options);
  const gradients = new Float32Array(largest * loss.outputs);
  const history: Epoch[] = [];
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let [sum, seen] = [0, 0];
    for (const [batch, picked] of plan.batches(epoch).entries()) {
      const count = picked.length;
      await rows.pick(picked, network.inputs);
      const outputs = network.forward(count, {
        share: dropout,
        mask: (layer, size) => plan.mask({ epoch, batch, layer }, size),
      });
      sum += count * (await loss.differentiate(outputs, picked, gradients));
      seen += count;
      network.backward(count, gradients.subarray(0, outputs.length));
      step();
    }
    if (recordsEpoch(epoch, epochs))
      history.push({
        epoch,
        loss: sum / seen,
        ...(options.validation && {
          validationLoss: await lossOf(network, options.validation, largest),
        }),
      });
    await options.pause?.(epoch, recordedAt(history, epoch));
  }
  return { weights: network.weights(), history };
}

/** The loss of rows without dropout. */
async function lossOf(
  network: Network,
  { rows, loss }: { readonly rows: Rows; readonly loss: MlpLoss },
  batchSize: number,
): Promise<number> {
  const gradients = new Float32Array(batchSize * loss.outputs);
  let sum = 0;
  for (let from = 0; from < rows.count; from += batchSize) {
    const count = Math.min(batchSize, rows.count - from);
    const picked = Array.from({ length: count }, (_, i) => from + i);
    await rows.pick(picked, network.inputs);
    sum += count * (await loss.differentiate(network.forward(count), picked, gradients));
  }
  return sum / rows.count;
}

/** Answers by trained weights. */
export interface Mlp {
  /** Outputs of rows that were standardised and normalised, without dropout. */
  outputs(values: Float32Array): Float32Array;
}

export function openMlp(weights: MlpWeights, batchSize = 128): Mlp {
  const inputs = weights.norm.scales.length;
  const sizes = weights.layers.map(({ biases }) => biases.length);
  const outputs = sizes.at(-1)!;
  const network = openNetwork({ inputs, hidden: sizes.slice(0, -1), outputs }, weights, batchSize);
  return {
    outputs(values) {
      const count = values.length / inputs;
      const all = new Float32Array(count * outputs);
      for (let from = 0; from < count; from += batchSize) {
        const rows = Math.min(batchSize, count - from);
        network.inputs.set(values.subarray(from * inputs, (from + rows) * inputs));
        all.set(network.forward(rows), from * outputs);
      }
      return all;
    },
  };
}
