import { describe, expect, it } from "vitest";
import { normalProbability } from "../../distribution/normal-probability.ts";
import { numpyNormal } from "../numpy-normal.ts";
import { arrayRows } from "../rows.ts";
import { cut, seededPlan } from "./batch-plan.ts";
import { gelu } from "./gelu.ts";
import { layerNormRows } from "./layer-norm.ts";
import { classLoss, classWeights } from "./losses.ts";
import { initialWeights } from "./mlp-weights.ts";
import { openNetwork } from "./network.ts";
import { openMlp, trainMlp } from "./train-mlp.ts";

describe("the network", () => {
  it.each([[[8, 4]], [[7, 5]], [[3]]])("has true gradients with hidden layers %o", (hidden) => {
    const [rows, inputs, outputs] = [5, 6, 3];
    const shape = { inputs, hidden, outputs };
    const start = initialWeights(shape, 1);
    for (let j = 0; j < inputs; j++) {
      start.norm.scales[j] = 0.5 + j / 5;
      start.norm.shifts[j] = j / 7 - 0.3;
    }
    const network = openNetwork(shape, start, rows);
    network.inputs.set(numpyNormal(2, 1, rows * inputs));
    const dropout = { share: 0.5, mask: (layer: number, size: number) => mask(layer, size) };
    const pull = numpyNormal(3, 1, rows * outputs);
    /** A sum of outputs, whose gradient by them is `pull`. */
    const value = () =>
      network.forward(rows, dropout).reduce((sum, output, i) => sum + output * pull[i]!, 0);
    value();
    network.backward(rows, Float32Array.from(pull));
    for (const { value: weights, gradient } of network.parameters)
      for (let i = 0; i < weights.length; i++) {
        const kept = weights[i]!;
        weights[i] = kept + 0.01;
        const above = value();
        weights[i] = kept - 0.01;
        const slope = (above - value()) / 0.02;
        weights[i] = kept;
        expect(Math.abs(slope - gradient[i]!)).toBeLessThan(2e-3);
      }
  });

  it("gives back the weights that it was opened with", () => {
    const start = initialWeights({ inputs: 5, hidden: [3], outputs: 2 }, 4);
    expect(openNetwork({ inputs: 5, hidden: [3], outputs: 2 }, start, 1).weights()).toEqual(start);
  });

  it("answers rows the same in whatever batches", () => {
    const weights = initialWeights({ inputs: 9, hidden: [8], outputs: 3 }, 5);
    const rows = Float32Array.from(numpyNormal(6, 1, 9 * 11));
    expect(openMlp(weights, 4).outputs(rows)).toEqual(openMlp(weights, 128).outputs(rows));
  });

  it("reports the loss of rows that are kept out", async () => {
    const rows = arrayRows(Float32Array.from(numpyNormal(6, 1, 40)), 4);
    const loss = classLoss([0, 1, 0, 1, 0, 1, 0, 1, 0, 1], 2);
    const options = { hidden: [4], epochs: 2, batchSize: 3, dropout: 0, rate: 1e-12 };
    const { history } = await trainMlp(rows, loss, { ...options, validation: { rows, loss } });
    expect(history.map(({ epoch }) => epoch)).toEqual([1, 2]);
    for (const { validationLoss, loss: own } of history) expect(validationLoss).toBeCloseTo(own, 2);
  });
});

function mask(layer: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (i + layer) % 2);
}

describe("its parts", () => {
  it("has GELU and its slope to single precision", () => {
    const inputs = Float32Array.from({ length: 4001 }, (_, i) => (i - 2000) / 180);
    const [outputs, slopes] = [new Float32Array(4001), new Float32Array(4001)];
    gelu(inputs, { outputs, slopes }, { scale: 1 });
    for (const [i, x] of inputs.entries()) {
      const below = normalProbability(x);
      const slope = below + (x * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI);
      expect(Math.abs(outputs[i]! - x * below)).toBeLessThan(1e-6 * Math.max(1, Math.abs(x)));
      expect(Math.abs(slopes[i]! - slope)).toBeLessThan(1e-6);
    }
  });

  it("shows a number that is none, and leaves units out", () => {
    const [outputs, slopes] = [new Float32Array(3), new Float32Array(3)];
    gelu(Float32Array.of(Number.NaN, 1, 1), { outputs, slopes }, { kept: [1, 0, 1], scale: 2 });
    expect(outputs[0]).toBeNaN();
    expect([outputs[1], slopes[1]]).toEqual([0, 0]);
    expect(outputs[2]).toBeCloseTo(2 * normalProbability(1), 6);
  });

  it("normalises rows", () => {
    const rows = Float32Array.of(1, 3, 10, 10);
    layerNormRows(rows, 2);
    const one = 1 / Math.sqrt(1 + 1e-5);
    expect(rows).toEqual(Float32Array.of(-one, one, 0, 0));
  });

  it("weighs classes by their counts, those without rows as if they had one", () => {
    const weights = classWeights([0, 0, 0, 0, 1, 1], 3);
    expect([...weights].map((one) => Number(one.toFixed(9)))).toEqual([
      ...[0.428571429, 0.857142857, 1.714285714],
    ]);
  });

  it("shuffles every epoch anew, by the seed alone", () => {
    const plan = (seed: number) => seededPlan({ rows: 50, batchSize: 16, dropout: 0.25, seed });
    const order = (seed: number, epoch: number) =>
      plan(seed)
        .batches(epoch)
        .flatMap((batch) => Array.from(batch));
    expect(
      plan(7)
        .batches(1)
        .map(({ length }) => length),
    ).toEqual([16, 16, 16, 2]);
    expect(order(7, 1).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(order(7, 1)).toEqual(order(7, 1));
    expect(order(7, 1)).not.toEqual(order(7, 2));
    expect(order(7, 1)).not.toEqual(order(9, 1));
    const place = { epoch: 1, batch: 0, layer: 0 };
    const kept = Array.from(plan(7).mask(place, 4000)!).reduce((sum, bit) => sum + bit, 0);
    expect(kept / 4000).toBeCloseTo(0.75, 1);
    expect(plan(7).mask(place, 20)).not.toEqual(plan(7).mask({ ...place, layer: 1 }, 20));
    expect(
      seededPlan({ rows: 1, batchSize: 1, dropout: 0, seed: 7 }).mask(place, 9),
    ).toBeUndefined();
    expect(cut(Uint32Array.of(3, 1, 2), 2).map((part) => [...part])).toEqual([[3, 1], [2]]);
  });
});
