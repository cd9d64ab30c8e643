import { expect, it } from "vitest";
import { packModel } from "./artefact.ts";
import { answererOf, type HeadModel } from "./head-model.ts";
import { readInitialWeights } from "./initial-weights.ts";
import { modelArrays } from "./model-arrays.ts";

const scaler = { means: Float64Array.of(1, 2), deviations: Float64Array.of(2, 4) };

it("holds what a linear head answers by", async () => {
  const model: HeadModel = {
    ...{ kind: "linear", problem: { kind: "class" }, names: ["a", "b", "c"], scaler },
    ...{ weights: Float64Array.of(1, 2, 3, 4, 5, 6), biases: Float64Array.of(0, 1, 0) },
  };
  const { weights, bias, classes, feature_mean, feature_std } = modelArrays(packModel(model))!;
  expect([weights!.shape, bias!.shape, classes!.values]).toEqual([[2, 3], [3], ["a", "b", "c"]]);
  const row = [5, 6].map(
    (value, at) => (value - Number(feature_mean!.values[at])) / Number(feature_std!.values[at]),
  );
  const logits = [0, 1, 2].map(
    (output) =>
      row.reduce((sum, value, at) => sum + value * Number(weights!.values[at * 3 + output]), 0) +
      Number(bias!.values[output]),
  );
  const exponentials = logits.map(Math.exp);
  const total = exponentials.reduce((sum, one) => sum + one, 0);
  const answer = await answererOf(model)(Float64Array.of(5, 6));
  for (const [at, one] of exponentials.entries()) expect(answer[at]).toBeCloseTo(one / total, 12);
});

it("has the rows that a dual ridge was learnt from", () => {
  const model: HeadModel = {
    ...{ kind: "ridge", problem: { kind: "values" }, names: [], inputs: scaler, dual: true },
    targets: { means: Float64Array.of(0), deviations: Float64Array.of(1) },
    weights: Float64Array.of(1, 2, 3),
    training: Float32Array.of(1, 2, 3, 4, 5, 6),
  };
  const arrays = modelArrays(packModel(model))!;
  expect(arrays.alpha!.shape).toEqual([3, 1]);
  expect(arrays.train_features!.shape).toEqual([3, 2]);
  expect(arrays.classes).toBeUndefined();
});

it("has the layers of a network as another training reads its first weights", () => {
  const weights = {
    norm: { scales: Float32Array.of(1, 2), shifts: Float32Array.of(3, 4) },
    layers: [
      { weights: Float32Array.of(1, 2, 3, 4, 5, 6), biases: Float32Array.of(7, 8, 9) },
      { weights: Float32Array.of(1, 2, 3), biases: Float32Array.of(4) },
    ],
  };
  const problem = { kind: "values" } as const;
  const arrays = modelArrays(
    packModel({ kind: "network", problem, names: [], scaler, targets: undefined, weights }),
  )!;
  const document = Object.fromEntries(
    Object.entries(arrays).map(([name, { shape, values }]) => {
      const [rows, columns] = shape;
      const list = Array.from(values as Float32Array);
      const matrix = Array.from({ length: rows! }, (_, at) =>
        list.slice(at * columns!, (at + 1) * columns!),
      );
      return [name, columns === undefined ? list : matrix];
    }),
  );
  expect(readInitialWeights(document, "model.npz")).toEqual(weights);
});

it("knows no other artefacts", () => {
  expect(modelArrays(new TextEncoder().encode('{"counts":[]}'))).toBeUndefined();
});
