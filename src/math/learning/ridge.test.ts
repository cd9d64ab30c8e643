import fc from "fast-check";
import { expect, it } from "vitest";
import { choleskyFactor } from "./cholesky.ts";
import { numpyNormal } from "./numpy-normal.ts";
import { doubleMultiplier, multiplierBytes } from "./product.ts";
import { fitRidge, predictRidge } from "./ridge.ts";
import { arrayRows } from "./rows.ts";
import { standardise } from "./scaler.ts";
import { openWorkspace, roundedBytes } from "./workspace.ts";

const shapes = fc.record({
  count: fc.integer({ min: 2, max: 200 }),
  width: fc.integer({ min: 1, max: 150 }),
  outputs: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constant(515)),
  penalty: fc.constantFrom(0.5, 10, 300),
});

it("solves its normal equations, from either side", async () => {
  const check = fc.asyncProperty(shapes, async ({ count, width, outputs, penalty }) => {
    const inputs = Float32Array.from(numpyNormal(count, 3, count * width));
    const targets = Float32Array.from(numpyNormal(width, 2, count * outputs));
    const fit = await fitRidge(arrayRows(inputs, width), arrayRows(targets, outputs), { penalty });
    expect(fit.dual).toBe(count <= width + 1);
    const [x, y] = [standardise(inputs, fit.inputs), standardise(targets, fit.targets)];
    // Errors of training rows, e = Y − XW with the column of ones, satisfy XᵀE = λW and E = λα.
    const predicted = standardise(
      await predictRidge(fit, inputs, arrayRows(inputs, width)),
      fit.targets,
    );
    const errors = y.map((value, i) => value - predicted[i]!);
    const scale =
      penalty * fit.weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1);
    for (let at = 0; at < fit.weights.length; at += 1 + Math.floor(fit.weights.length / 300)) {
      const [i, j] = [Math.floor(at / outputs), at % outputs];
      let side = fit.dual ? errors[at]! : 0;
      if (!fit.dual)
        for (let row = 0; row < count; row++)
          side += (i < width ? x[row * width + i]! : 1) * errors[row * outputs + j]!;
      expect(Math.abs(side - penalty * fit.weights[at]!)).toBeLessThan(1e-10 * scale);
    }
  });
  await fc.assert(check, { numRuns: 20 });
});

it("calls after each part of its work", async () => {
  const shares: number[] = [];
  const rows = arrayRows(numpyNormal(1, 1, 30), 3);
  await fitRidge(rows, rows, { pause: (share) => void shares.push(share) });
  expect(shares).toEqual([0.5, 1]);
});

it("refuses targets of other rows", async () => {
  const [inputs, targets] = [arrayRows(new Float32Array(30), 3), arrayRows(new Float32Array(9), 1)];
  await expect(fitRidge(inputs, targets)).rejects.toThrow("10 rows of inputs, but 9 of targets");
});

it("refuses a matrix that is not positive definite", () => {
  const workspace = openWorkspace(multiplierBytes(8) + roundedBytes(8 * 4));
  const matrix = workspace.doubles(4);
  matrix.set([1, 2, 2, 1]);
  expect(() => choleskyFactor(matrix, 2, doubleMultiplier(workspace))).toThrow(
    "the matrix is not positive definite (row 1: -3)",
  );
});
