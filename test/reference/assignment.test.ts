import { describe, expect, it } from "vitest";
import { assignSparse, type SparseCosts } from "../../src/math/assignment/assign-sparse.ts";
import type { Assignment } from "../../src/math/assignment/assignment.ts";
import reference from "./assignment.json" with { type: "json" };

/** The generator of assignment.py: both sides make the same cases from a seed. */
function mulberry(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

function drawCost(kind: number, draw: () => number): number {
  const word = draw();
  if (kind === 0) return word / 2 ** 32;
  if (kind === 1) return word % 10;
  if (kind === 2) return word % 2;
  if (kind === 3) return (word % 41) - 20;
  return (word % 7) / 4 - 0.25;
}

function sparseCase(seed: number): SparseCosts {
  const draw = mulberry(seed ^ 0x5eed0000);
  const rows = (draw() % 24) + 1;
  const kind = draw() % 5;
  const reach = (draw() % 5) + 1;
  const columnCount = rows + (draw() % 12);
  const starts = [0];
  const columns: number[] = [];
  const costs: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (
      let column = Math.max(0, row - reach);
      column < Math.min(columnCount, row + 2 * reach + 1);
      column++
    ) {
      const cost = drawCost(kind, draw);
      if (draw() % 8 === 0) continue;
      columns.push(column);
      costs.push(cost);
    }
    starts.push(columns.length);
  }
  return {
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(columns),
    costs: Float64Array.from(costs),
    columnCount,
  };
}

/** The total of what was chosen, after checking that it is a matching of the expected size. */
function checkedTotal(assignment: Assignment, size: number): number | null {
  if (!assignment.feasible) return null;
  const used = assignment.columnOfRow.filter((column) => column >= 0);
  expect(new Set(used).size).toBe(size);
  expect(used.length).toBe(size);
  return assignment.cost;
}

function expectTotal(total: number | null, expected: number | null, seed: number): void {
  if (expected === null || total === null) expect(total, `seed ${seed}`).toBe(expected);
  else
    expect(
      Math.abs(total - expected),
      `seed ${seed}: ${total}, SciPy ${expected}`,
    ).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));
}

describe(`assignment agrees with SciPy ${reference.madeWith.scipy}`, () => {
  it.each([
    { zeroEdge: "keep", totals: reference.sparseKeep },
    { zeroEdge: "drop", totals: reference.sparseDrop },
  ] as const)("sparse, edges of cost 0: $zeroEdge", ({ zeroEdge, totals }) => {
    for (const [seed, expected] of totals.entries()) {
      const graph = sparseCase(seed);
      expectTotal(
        checkedTotal(assignSparse(graph, { zeroEdge }), graph.starts.length - 1),
        expected,
        seed,
      );
    }
  });
});
