import { expect, it } from "vitest";
import { firstUnusable, unusableNumber } from "./unusable-number.ts";

it.each([
  [[1, 2, 3], undefined],
  [[], undefined],
  [[1, Number.NaN, Number.NaN], 1],
  [[1, 2, -Infinity], 2],
  [[3e38, 3e38], undefined],
])("finds what is not finite in %o", (values, at) => {
  expect(firstUnusable(Float32Array.from(values))).toBe(at);
});

it("names file, array, row and column as the file has them", () => {
  const values = Float64Array.of(0, 1, 2, 3, 4, Infinity);
  const ref = { path: "a.npz", name: "X", rows: [4, 6] as const };
  expect(unusableNumber(ref, { shape: [2, 3], values })).toEqual({
    value: Infinity,
    place: 'a.npz: array "X", row 5, column 2',
  });
  const columns = [
    [7, 9],
    [20, 21],
  ] as const;
  expect(unusableNumber({ ...ref, columns }, { shape: [2, 3], values })?.place).toBe(
    'a.npz: array "X", row 5, column 20',
  );
  expect(unusableNumber({ path: "a.csv" }, { shape: [6], values })?.place).toBe(
    "a.csv: row 5, column 0",
  );
  expect(unusableNumber(ref, { shape: [1, 1], values: values.subarray(0, 1) })).toBeUndefined();
});
