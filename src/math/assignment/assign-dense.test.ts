import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignDense } from "./assign-dense.ts";

/** Tries every assignment of the rows. */
function cheapest(costs: readonly (readonly number[])[], used: readonly number[] = []): number {
  const [first, ...rest] = costs;
  if (!first) return 0;
  return Math.min(...first.map((cost, column) => (used.includes(column) ? Infinity : cost + cheapest(rest, [...used, column]))));
}

describe("assignDense", () => {
  it.each([
    { name: "nothing", costs: [], rows: 0, columns: 0, columnOfRow: [], cost: 0 },
    { name: "no rows", costs: [], rows: 0, columns: 3, columnOfRow: [], cost: 0 },
    { name: "no columns", costs: [], rows: 2, columns: 0, columnOfRow: [-1, -1], cost: 0 },
    { name: "one", costs: [-4], rows: 1, columns: 1, columnOfRow: [0], cost: -4 },
    { name: "not greedy", costs: [1, 2, 1, 100], rows: 2, columns: 2, columnOfRow: [1, 0], cost: 3 },
    { name: "wide", costs: [4, 1, 2, 2, 0, 5], rows: 2, columns: 3, columnOfRow: [2, 1], cost: 2 },
    { name: "tall", costs: [4, 2, 1, 0, 2, 5], rows: 3, columns: 2, columnOfRow: [-1, 1, 0], cost: 2 },
    { name: "a forbidden pair", costs: [1, Infinity, 0, 9], rows: 2, columns: 2, columnOfRow: [0, 1], cost: 10 },
  ])("$name", ({ costs, rows, columns, columnOfRow, cost }) => {
    expect(assignDense(Float64Array.from(costs), rows, columns)).toEqual({
      feasible: true,
      columnOfRow: Int32Array.from(columnOfRow),
      cost,
    });
  });

  it("names who cannot be matched", () => {
    const no = Infinity;
    expect(assignDense(Float64Array.of(1, 2, no, no), 2, 2)).toEqual({ feasible: false, side: "row", index: 1 });
    expect(assignDense(Float64Array.of(1, no, 2, no, 3, no), 3, 2)).toEqual({ feasible: false, side: "column", index: 1 });
    expect(assignDense(Float64Array.of(1, no, no, 2, no, no), 2, 3).feasible).toBe(false);
  });

  it("refuses what is no cost and what is no matrix", () => {
    expect(() => assignDense(Float64Array.of(Number.NaN), 1, 1)).toThrow(RangeError);
    expect(() => assignDense(Float64Array.of(-Infinity), 1, 1)).toThrow(RangeError);
    expect(() => assignDense(Float64Array.of(1, 2), 1, 1)).toThrow(RangeError);
  });

  it("finds the least of all assignments", () => {
    const matrix = fc.record({ rows: fc.integer({ min: 1, max: 5 }), extra: fc.integer({ min: 0, max: 2 }) }).chain(({ rows, extra }) => {
      const row = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(Infinity)), {
        minLength: rows + extra,
        maxLength: rows + extra,
      });
      return fc.array(row, { minLength: rows, maxLength: rows });
    });
    fc.assert(
      fc.property(matrix, (costs) => {
        const found = assignDense(Float64Array.from(costs.flat()), costs.length, costs[0]!.length);
        expect(found.feasible ? found.cost : Infinity).toBe(cheapest(costs));
      }),
      { numRuns: 500 },
    );
  });

  it("is quick where everything ties", () => {
    const size = 600;
    expect(assignDense(new Float64Array(size * size).fill(7), size, size)).toMatchObject({ feasible: true, cost: 7 * size });
    expect(
      assignDense(
        Float64Array.from({ length: size * size }, (_, at) => at % 3),
        size,
        size,
      ),
    ).toMatchObject({ feasible: true, cost: sumOfTies(size) });
  });
});

/** In that matrix of 600 columns every row reads 0 1 2 0 1 2 …, so each third of the rows pays 0, 1 and 2. */
function sumOfTies(size: number): number {
  return size / 3 + (2 * size) / 3;
}
