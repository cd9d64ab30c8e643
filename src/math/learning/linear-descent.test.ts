import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { descend, type LinearLoss } from "./linear-descent.ts";
import { multiLabelLoss, positiveWeights, sigmoids } from "./multi-label.ts";
import { numpyNormal } from "./numpy-normal.ts";
import { arrayRows } from "./rows.ts";
import { rowWeights, softmaxLoss, softmaxRows } from "./softmax.ts";
import { recordsEpoch } from "./training-history.ts";

const [rows, classes] = [7, 3];
const labels = [0, 1, 1, 0, 2, 1, 1];
const marks = Array.from({ length: rows * classes }, (_, i) => ((i * 5) % 3 === 0 ? 1 : 0));
const losses: readonly (readonly [string, LinearLoss])[] = [
  ["softmax", softmaxLoss(labels, classes)],
  ["multi-label", multiLabelLoss(marks, classes)],
];

describe.each(losses)("the %s loss", (_, loss) => {
  it("has the gradient that finite differences show", () => {
    const check = fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const outputs = numpyNormal(seed, 2, rows * classes);
      const gradient = outputs.slice();
      loss.differentiate(gradient, 0);
      for (let i = 0; i < outputs.length; i++) {
        const at = (by: number) => {
          const moved = outputs.slice();
          moved[i]! += by;
          return loss.differentiate(moved, 0);
        };
        expect((at(1e-5) - at(-1e-5)) / 2e-5).toBeCloseTo(gradient[i]!, 6);
      }
    });
    fc.assert(check, { numRuns: 10 });
  });

  it("reads the rows from the first on", () => {
    const outputs = numpyNormal(3, 1, rows * classes);
    const [whole, part] = [outputs.slice(), outputs.slice(2 * classes)];
    loss.differentiate(whole, 0);
    loss.differentiate(part, 2);
    expect(part).toEqual(whole.slice(2 * classes));
  });
});

describe("descent", () => {
  it("is the same along rows as along columns, and whatever the order of the rows", async () => {
    const shapes = fc.record({
      count: fc.integer({ min: 2, max: 150 }),
      width: fc.integer({ min: 1, max: 140 }),
    });
    const check = fc.asyncProperty(shapes, async ({ count, width }) => {
      const inputs = Float32Array.from(numpyNormal(count * width, 2, count * width));
      const own = Array.from({ length: count }, (_, i) => (i * i) % 4);
      const options = { epochs: 30 };
      const learn = (dual: boolean) =>
        descend(arrayRows(inputs, width), softmaxLoss(own, 4), { ...options, dual });
      const [dual, primal] = [await learn(true), await learn(false)];
      const order = Array.from({ length: count }, (_, i) => count - 1 - i);
      const turned = inputs.map(
        (_, at) => inputs[order[Math.floor(at / width)]! * width + (at % width)]!,
      );
      const other = await descend(
        arrayRows(turned, width),
        softmaxLoss(
          order.map((i) => own[i]!),
          4,
        ),
        options,
      );
      const apart = (weights: Float64Array) =>
        weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - dual.weights[i]!)), 0);
      expect(apart(primal.weights)).toBeLessThan(1e-9);
      expect(apart(other.weights)).toBeLessThan(1e-9);
      expect(dual.history.at(-1)!.loss).toBeCloseTo(primal.history.at(-1)!.loss, 9);
    });
    await fc.assert(check, { numRuns: 10 });
  });

  it("begins with the weights that it is given, in single precision", async () => {
    const initial = [0.1, 0.2, 0.3, 0.4];
    const rows = arrayRows(Float32Array.of(1, 2, 3, 5), 2);
    const loss = softmaxLoss([0, 1], 2);
    const { weights } = await descend(rows, loss, { epochs: 1, rate: 1e-300, initial });
    expect([...weights]).toEqual(initial.map(Math.fround));
    await expect(descend(rows, loss, { initial: [1] })).rejects.toThrow(
      "1 first weights, but 2 × 2 are needed",
    );
  });

  it("keeps the first epoch, every fifth part, and the last", () => {
    const kept = (epochs: number) =>
      Array.from({ length: epochs }, (_, i) => i + 1).filter((one) => recordsEpoch(one, epochs));
    expect(kept(80)).toEqual([1, 16, 32, 48, 64, 80]);
    expect(kept(3)).toEqual([1, 2, 3]);
    expect(kept(12)).toEqual([1, 2, 4, 6, 8, 10, 12]);
  });
});

describe("weights and probabilities", () => {
  it("weighs rows of rare classes more, with a mean of 1", () => {
    const weights = rowWeights([0, 0, 0, 1], 5);
    expect([...weights].map((weight) => Number(weight.toFixed(12)))).toEqual([
      ...[0.666666666667, 0.666666666667, 0.666666666667, 2],
    ]);
  });

  it("weighs labels by how rare they are, within bounds", () => {
    const column = (count: number) => Array.from({ length: 50 }, (_, i) => (i < count ? 1 : 0));
    const columns = [column(0), column(1), column(10), column(40)];
    const table = columns[0]!.flatMap((_, row) => columns.map((one) => one[row]!));
    expect([...positiveWeights(table, 4)]).toEqual([20, 20, 4, 1]);
  });

  it("does not overflow", () => {
    const outputs = Float64Array.of(1000, -1000, 0, -1e9);
    const softmax = outputs.slice();
    softmaxRows(softmax, 2);
    expect([...softmax]).toEqual([1, 0, 1, 0]);
    sigmoids(outputs);
    expect(outputs[0]).toBe(1);
    expect(outputs[3]).toBe(1 / (1 + Math.exp(40)));
  });
});
