import { expect, it } from "vitest";
import { arrayRows } from "./rows.ts";
import { fitScaler, restoreScale, standardise } from "./scaler.ts";

it("standardises by mean and population deviation, and leaves what hardly varies at 0", async () => {
  const values = Float32Array.of(1, 5, 3, 5, 5, 5);
  const scaler = await fitScaler(arrayRows(values, 2));
  expect([...scaler.means]).toEqual([3, 5]);
  expect([...scaler.deviations]).toEqual([Math.sqrt(8 / 3), 1]);
  const z = standardise(values, scaler);
  expect([...z].map((one) => Number(one.toFixed(9)))).toEqual([
    -1.224744871, 0, 0, 0, 1.224744871, 0,
  ]);
  restoreScale(z, scaler);
  expect([...z].map((one) => Number(one.toFixed(12)))).toEqual([...values]);
});

it("takes a deviation of 1e-6 as it is, and a smaller one as 1", async () => {
  const values = Float64Array.of(-1e-6, -9e-7, 1e-6, 9e-7);
  const { deviations } = await fitScaler(arrayRows(values, 2));
  expect([...deviations]).toEqual([1e-6, 1]);
});

it("sums many rows in double precision", async () => {
  const values = Float32Array.from({ length: 1000 }, (_, i) => 1e7 + (i % 2));
  const { means, deviations } = await fitScaler(arrayRows(values, 1));
  expect([means[0], deviations[0]]).toEqual([1e7 + 0.5, 0.5]);
});

it("refuses numbers that are no rows", () => {
  expect(() => arrayRows(new Float32Array(7), 2)).toThrow("7 numbers are no rows of 2");
});
