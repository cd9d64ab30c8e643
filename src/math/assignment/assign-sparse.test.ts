import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignSparse, type SparseCosts } from "./assign-sparse.ts";

function graph(
  rows: readonly (readonly (readonly [column: number, cost: number])[])[],
  columnCount: number,
): SparseCosts {
  const starts = [0];
  for (const row of rows) starts.push(starts.at(-1)! + row.length);
  const edges = rows.flat();
  return {
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(edges, ([column]) => column),
    costs: Float64Array.from(edges, ([, cost]) => cost),
    columnCount,
  };
}

/** Tries every assignment of the rows. */
function cheapest(costs: readonly (readonly number[])[], used: readonly number[] = []): number {
  const [first, ...rest] = costs;
  if (!first) return 0;
  return Math.min(
    ...first.map((cost, column) =>
      used.includes(column) ? Infinity : cost + cheapest(rest, [...used, column]),
    ),
  );
}

describe("assignSparse", () => {
  it.each([
    { name: "no rows", rows: [], columnCount: 3, columnOfRow: [], cost: 0 },
    {
      name: "a conflict",
      rows: [
        [
          [0, 1],
          [1, 5],
        ],
        [[0, 2]],
      ],
      columnCount: 2,
      columnOfRow: [1, 0],
      cost: 7,
    },
    {
      name: "a chain",
      rows: [
        [
          [0, 1],
          [1, 1],
        ],
        [
          [0, 1],
          [2, 9],
        ],
        [[1, 1]],
      ],
      columnCount: 3,
      columnOfRow: [0, 2, 1],
      cost: 11,
    },
    {
      name: "the cheaper of two equal edges",
      rows: [
        [
          [0, 3],
          [0, 2],
        ],
      ],
      columnCount: 1,
      columnOfRow: [0],
      cost: 2,
    },
    {
      name: "negative costs",
      rows: [
        [
          [0, -1],
          [1, -2],
        ],
        [[1, -5]],
      ],
      columnCount: 2,
      columnOfRow: [0, 1],
      cost: -6,
    },
  ] as const)("$name", ({ rows, columnCount, columnOfRow, cost }) => {
    expect(assignSparse(graph(rows, columnCount))).toEqual({
      feasible: true,
      columnOfRow: Int32Array.from(columnOfRow),
      cost,
    });
  });

  it("names a row that cannot be matched", () => {
    expect(assignSparse(graph([[[0, 1]], []], 2))).toEqual({ feasible: false, row: 1 });
    expect(assignSparse(graph([[[0, 1]], [[0, 1]]], 2))).toEqual({ feasible: false, row: 1 });
  });

  it("keeps edges of cost 0 unless told to drop them", () => {
    const rows = graph(
      [
        [
          [0, 0],
          [1, 4],
        ],
      ],
      2,
    );
    expect(assignSparse(rows)).toMatchObject({ columnOfRow: Int32Array.of(0), cost: 0 });
    expect(assignSparse(rows, { zeroEdge: "drop" })).toMatchObject({
      columnOfRow: Int32Array.of(1),
      cost: 4,
    });
    expect(assignSparse(graph([[[0, 0]]], 1), { zeroEdge: "drop" })).toEqual({
      feasible: false,
      row: 0,
    });
    expect(assignSparse(graph([[[0, -1e-7]]], 1), { zeroEdge: "drop" }).feasible).toBe(true);
  });

  it("refuses malformed graphs", () => {
    const good = graph([[[0, 1]]], 1);
    for (const bad of [
      { starts: Uint32Array.of(0, 2) },
      { costs: Float64Array.of(Infinity) },
      { columnCount: 0 },
      { starts: Uint32Array.of() },
    ]) {
      expect(() => assignSparse({ ...good, ...bad })).toThrow(RangeError);
    }
    expect(() => assignSparse({ ...good, starts: Uint32Array.of(0, 1, 0, 1) })).toThrow(/go down/);
  });

  it("finds the least of all assignments", () => {
    const cell = fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constant(Infinity));
    const matrix = fc.integer({ min: 1, max: 6 }).chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: columns,
      }),
    );
    fc.assert(
      fc.property(matrix, (costs) => {
        const edges = costs.map((row) =>
          row.map((cost, column) => [column, cost] as const).filter(([, cost]) => cost < Infinity),
        );
        const sparse = assignSparse(graph(edges, costs[0]!.length));
        expect(sparse.feasible ? sparse.cost : Infinity).toBe(cheapest(costs));
      }),
      { numRuns: 500 },
    );
  });
});
