import { describe, expect, it } from "vitest";
import { descend, linearOutputs } from "../../src/math/learning/linear-descent.ts";
import type { BatchPlan } from "../../src/math/learning/mlp/batch-plan.ts";
import { cut } from "../../src/math/learning/mlp/batch-plan.ts";
import { layerNormRows } from "../../src/math/learning/mlp/layer-norm.ts";
import {
  classLoss,
  labelsLoss,
  type MlpLoss,
  valuesLoss,
} from "../../src/math/learning/mlp/losses.ts";
import type { MlpWeights } from "../../src/math/learning/mlp/mlp-weights.ts";
import { openMlp, trainMlp } from "../../src/math/learning/mlp/train-mlp.ts";
import { multiLabelLoss } from "../../src/math/learning/multi-label.ts";
import { numpyNormal } from "../../src/math/learning/numpy-normal.ts";
import { fitRidge, predictRidge } from "../../src/math/learning/ridge.ts";
import { arrayRows } from "../../src/math/learning/rows.ts";
import { fitScaler, standardise } from "../../src/math/learning/scaler.ts";
import { softmaxLoss } from "../../src/math/learning/softmax.ts";
import reference from "./learning.json" with { type: "json" };

/** Inputs of both sides. */
const drawn = (seed: number, size: number) => Float32Array.from(numpyNormal(seed, 1, size));

function farthest(ours: ArrayLike<number>, theirs: ArrayLike<number>): number {
  expect(ours.length).toBe(theirs.length);
  let apart = 0;
  for (let i = 0; i < ours.length; i++) apart = Math.max(apart, Math.abs(ours[i]! - theirs[i]!));
  return apart;
}

describe("normal numbers are NumPy's", () => {
  it.each(reference.normal)("seed $seed", ({ seed, scale, count, places, values, sum }) => {
    const ours = numpyNormal(seed, scale, count);
    expect(places.map((place) => ours[place])).toEqual(values);
    expect(ours.reduce((total, value) => total + Math.abs(value), 0)).toBeCloseTo(sum, 8);
  });

  it("rounds to single precision as the original does", () => {
    expect(numpyNormal(7, 0.01, 240)[0]).toBe(1.2301533574825743e-5);
  });
});

describe.each(reference.linear)("linear heads, $name", (one) => {
  const inputs = drawn(11, one.rows * one.width);
  for (let row = 0; row < one.rows; row++) inputs[row * one.width + 3] = 2.5;
  const rows = arrayRows(inputs, one.width);
  const others = drawn(12, 9 * one.width);

  it.each([true, false])("softmax regression, dual: %s", async (dual) => {
    const fit = await descend(rows, softmaxLoss(one.labels, 5), { dual });
    expect(
      farthest(await linearOutputs(fit, arrayRows(others, one.width)), one.softmax.outputs),
    ).toBeLessThan(1e-9);
    expect(farthest(fit.biases, one.softmax.biases)).toBeLessThan(1e-9);
    expect(fit.weights.reduce((sum, w) => sum + w * w, 0)).toBeCloseTo(one.softmax.norm, 9);
    const losses = [1, one.epochs / 5, one.epochs].map((epoch) => lossAt(fit.history, epoch));
    expect(farthest(losses, one.softmax.losses)).toBeLessThan(1e-9);
  });

  it.each([true, false])("multi-label logistic regression, dual: %s", async (dual) => {
    const fit = await descend(rows, multiLabelLoss(one.marks, 4), { dual, rate: 0.05 });
    expect(
      farthest(await linearOutputs(fit, arrayRows(others, one.width)), one.logistic.outputs),
    ).toBeLessThan(1e-9);
    expect(farthest(fit.biases, one.logistic.biases)).toBeLessThan(1e-9);
    const losses = [1, one.epochs / 5, one.epochs].map((epoch) => lossAt(fit.history, epoch));
    expect(farthest(losses, one.logistic.losses)).toBeLessThan(1e-9);
  });

  it("ridge regression", async () => {
    const fit = await fitRidge(rows, arrayRows(targetsOf(inputs, one), 7));
    const ours = await predictRidge(fit, others, rows);
    expect(fit.dual).toBe(one.rows < one.width);
    expect(farthest(ours, one.ridge)).toBeLessThan(1e-6);
    expect(farthest(ours, one.sklearnRidge)).toBeLessThan(1e-6);
  });
});

function lossAt(history: readonly { epoch: number; loss: number }[], epoch: number): number {
  return history.find((one) => one.epoch === epoch)!.loss;
}

/** Products of single precision are NumPy's but for their last bits, which is what 1e-6 is for. */
function targetsOf(
  inputs: Float32Array,
  { rows, width }: { rows: number; width: number },
): Float32Array {
  const [mixing, noise] = [drawn(15, 42), drawn(16, rows * 7)];
  return noise.map((value, at) => {
    const [row, j] = [Math.floor(at / 7), at % 7];
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += inputs[row * width + k]! * mixing[k * 7 + j]!;
    return sum + value;
  });
}

describe("the network is trained as PyTorch trains it", () => {
  const [rows, width, batch] = [50, 20, 16];

  it.each(reference.mlp)("$problem, dropout $dropout, hidden $hidden", async (one) => {
    const inputs = drawn(21, rows * width);
    const scaler = await fitScaler(arrayRows(inputs, width));
    const normalised = standardise(inputs, scaler, new Float32Array(inputs.length));
    layerNormRows(normalised, width);
    const steps: number[] = [];
    const loss = recording(await lossOf(one.problem, inputs), steps);
    const plan: BatchPlan = {
      batches: (epoch) => cut(Uint32Array.from(one.order[epoch - 1]!), batch),
      mask: ({ epoch, batch: at, layer }, size) =>
        one.masks && bits(one.masks[(epoch - 1) * 4 + at]![layer]!, size),
    };
    const fit = await trainMlp(arrayRows(normalised, width), loss, {
      ...{ hidden: one.hidden, epochs: 3, batchSize: batch, dropout: one.dropout, plan },
      decay: one.decay,
      initial: weightsOf(one.initial),
    });
    expect(farthest(steps, one.losses)).toBeLessThan(1e-5);
    const [ours, theirs] = [fit.weights, weightsOf(one.final)];
    expect(farthest(ours.norm.scales, theirs.norm.scales)).toBeLessThan(1e-4);
    expect(farthest(ours.norm.shifts, theirs.norm.shifts)).toBeLessThan(1e-4);
    for (const [i, { weights, biases }] of theirs.layers.entries()) {
      expect(farthest(ours.layers[i]!.weights, weights)).toBeLessThan(1e-4);
      expect(farthest(ours.layers[i]!.biases, biases)).toBeLessThan(1e-4);
    }
    const outputs = openMlp(fit.weights).outputs(normalised.subarray(0, 5 * width));
    expect(farthest(outputs, one.outputs)).toBeLessThan(1e-4);
  });

  async function lossOf(problem: string, inputs: Float32Array): Promise<MlpLoss> {
    const at = (row: number, column: number) => inputs[row * width + column]!;
    const all = Array.from({ length: rows }, (_, row) => row);
    if (problem === "class")
      return classLoss(
        all.map((row) => {
          const three = [at(row, 0), at(row, 1), at(row, 2)];
          return three.indexOf(Math.max(...three));
        }),
        4,
      );
    if (problem === "labels")
      return labelsLoss(
        all.flatMap((row) => [0, 1, 2, 3, 4].map((column) => (at(row, column) > 0.7 ? 1 : 0))),
        5,
      );
    const mixing = drawn(22, 42);
    const targets = Float32Array.from({ length: rows * 7 }, (_, i) => {
      const [row, j] = [Math.floor(i / 7), i % 7];
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += at(row, k) * mixing[k * 7 + j]!;
      return sum;
    });
    const scaler = await fitScaler(arrayRows(targets, 7));
    return valuesLoss(arrayRows(standardise(targets, scaler, new Float32Array(targets.length)), 7));
  }
});

function recording(loss: MlpLoss, steps: number[]): MlpLoss {
  return {
    ...loss,
    async differentiate(outputs, rows, gradients) {
      const value = await loss.differentiate(outputs, rows, gradients);
      steps.push(value);
      return value;
    },
  };
}

/** As `numpy.packbits` packs them: the highest bit first. */
function bits(base64: string, size: number): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  return Uint8Array.from({ length: size }, (_, i) => (bytes[i >> 3]! >> (7 - (i & 7))) & 1);
}

interface State {
  readonly "0.weight": readonly number[];
  readonly "0.bias": readonly number[];
  readonly "1.weight": readonly (readonly number[])[];
  readonly "1.bias": readonly number[];
  readonly "4.weight": readonly (readonly number[])[];
  readonly "4.bias": readonly number[];
  readonly "7.weight": readonly (readonly number[])[];
  readonly "7.bias": readonly number[];
}

function weightsOf(state: State): MlpWeights {
  const layer = (weights: readonly (readonly number[])[], biases: readonly number[]) => ({
    weights: Float32Array.from(weights.flat()),
    biases: Float32Array.from(biases),
  });
  return {
    norm: {
      scales: Float32Array.from(state["0.weight"]),
      shifts: Float32Array.from(state["0.bias"]),
    },
    layers: [
      layer(state["1.weight"], state["1.bias"]),
      layer(state["4.weight"], state["4.bias"]),
      layer(state["7.weight"], state["7.bias"]),
    ],
  };
}
