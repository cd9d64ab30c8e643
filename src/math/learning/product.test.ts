import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paddedCount } from "./gram.ts";
import { numpyNormal } from "./numpy-normal.ts";
import {
  doubleMultiplier,
  fixedLeft,
  fixedLeftBytes,
  floatMultiplier,
  multiplierBytes,
  rowMajor,
  transposed,
} from "./product.ts";
import { openWorkspace, roundedBytes } from "./workspace.ts";

const side = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 120, max: 270 }));
const sizes = fc.record({ rows: side, columns: side, depth: side });

describe("products of matrices", () => {
  it("are what they are by definition, whatever the sizes", () => {
    const check = fc.property(sizes, fc.boolean(), fc.boolean(), (size, turnLeft, turnRight) => {
      const { rows, columns, depth } = size;
      const [a, b] = [numpyNormal(1, 1, rows * depth), numpyNormal(2, 1, depth * columns)];
      const left = turnLeft
        ? transposed(rowMajor(turned(a, rows, depth), rows))
        : rowMajor(a, depth);
      const right = turnRight
        ? transposed(rowMajor(turned(b, depth, columns), depth))
        : rowMajor(b, columns);
      const length = rows * columns;
      const workspace = openWorkspace(
        multiplierBytes(4) +
          multiplierBytes(8) +
          roundedBytes(4 * length) +
          roundedBytes(8 * length),
      );
      const [single, double] = [
        workspace.floats(length).fill(1),
        workspace.doubles(length).fill(1),
      ];
      floatMultiplier(workspace).add(single, left, right, size);
      doubleMultiplier(workspace).add(double, left, right, { ...size, isSubtracted: true });
      const sums = double.map((_, i) => entry(a, b, size, i));
      expect(farthest(sums, (sum, i) => single[i]! - 1 - sum)).toBeLessThan(1e-4);
      expect(farthest(sums, (sum, i) => double[i]! - 1 + sum)).toBeLessThan(1e-12);
    });
    fc.assert(check, { numRuns: 25 });
  });

  it("can be put into part of a larger matrix", () => {
    const workspace = openWorkspace(multiplierBytes(8) + 8 * 64);
    const result = workspace.doubles(30);
    const one = rowMajor(Float64Array.of(1, 2, 3, 4), 2);
    doubleMultiplier(workspace).add(result, one, one, {
      ...{ rows: 2, columns: 2, depth: 2, start: 7, step: 6 },
    });
    expect([...result.subarray(7, 9), ...result.subarray(13, 15)]).toEqual([7, 10, 15, 22]);
    expect(result.reduce((sum, value) => sum + value, 0)).toBe(54);
  });

  it("are the same with a left matrix that is packed once", () => {
    const check = fc.property(sizes, (size) => {
      const { rows, columns, depth } = size;
      const [a, b] = [numpyNormal(3, 1, rows * depth), numpyNormal(4, 1, depth * columns)];
      const [tall, long] = [paddedCount(rows), paddedCount(depth)];
      const workspace = openWorkspace(
        roundedBytes(8 * tall * long) +
          fixedLeftBytes(rows, depth) +
          roundedBytes(8 * rows * columns),
      );
      const matrix = workspace.doubles(tall * long);
      for (let i = 0; i < rows; i++) matrix.set(a.slice(i * depth, (i + 1) * depth), i * long);
      const left = fixedLeft(workspace, matrix, size);
      const result = workspace.doubles(rows * columns);
      left.add(result, b);
      expect(farthest(result, (sum, i) => sum - entry(a, b, size, i))).toBeLessThan(1e-12);
    });
    fc.assert(check, { numRuns: 15 });
  });
});

describe("a workspace", () => {
  it("hands out no more than was stated, and no more than can be", () => {
    const workspace = openWorkspace(70_000);
    workspace.floats(16_384);
    expect(() => workspace.doubles(8192)).toThrow("the workspace has 70000 bytes, but 131072 are");
    expect(() => openWorkspace(2 ** 33)).toThrow(RangeError);
  });
});

function farthest(sums: Float64Array, off: (sum: number, i: number) => number): number {
  return sums.reduce((most, sum, i) => Math.max(most, Math.abs(off(sum, i))), 0);
}

function entry(
  a: Float64Array,
  b: Float64Array,
  { columns, depth }: { columns: number; depth: number },
  at: number,
): number {
  const [i, j] = [Math.floor(at / columns), at % columns];
  let sum = 0;
  for (let k = 0; k < depth; k++) sum += a[i * depth + k]! * b[k * columns + j]!;
  return sum;
}

function turned(values: Float64Array, rows: number, columns: number): Float64Array {
  return values.map((_, at) => values[(at % rows) * columns + Math.floor(at / rows)]!);
}
