import type { Assignment } from "./assignment.ts";
import { distanceHeap } from "./distance-heap.ts";
import { reduceSparseRows } from "./reduce-sparse-rows.ts";

/**
 * The pairs that may be chosen, row by row: those of row r are edges `starts[r]` up to `starts[r +
 * 1]`.
 */
export interface SparseCosts {
  /** One more than there are rows; the last is the number of edges. */
  readonly starts: Uint32Array;
  /** The column of each edge. */
  readonly columns: Uint32Array;
  /** The cost of each edge, finite, of any sign. */
  readonly costs: Float64Array;
  readonly columnCount: number;
}

export interface SparseOptions {
  /**
   * `drop` leaves out edges that cost exactly 0, as SciPy's min_weight_full_bipartite_matching does
   * and everything built on it, since a sparse matrix does not store a zero; `keep` lets them be
   * chosen.
   */
  readonly zeroEdge?: "keep" | "drop";
}

/**
 * Minimum-cost assignment of every row to a column of its own, exact, where each row may take few
 * of the columns (a window in time, for example). Shortest augmenting paths with a heap (Jonker and
 * Volgenant 1987; Karp 1980): work grows with the edges near a conflict, not with the size of the
 * matrix. Infeasible where some rows cannot all be given columns; the row named is the first that
 * found none.
 */
export function assignSparse(
  graph: SparseCosts,
  { zeroEdge = "keep" }: SparseOptions = {},
): Assignment {
  checkGraph(graph);
  const search = sparseSearch(zeroEdge === "drop" ? withoutZeroEdges(graph) : graph);
  search.reduceRows();
  for (let row = 0; row < search.edgeOfRow.length; row++) {
    if (search.edgeOfRow[row]! < 0 && !search.augment(row)) return { feasible: false, row };
  }
  return search.assignment();
}

function checkGraph({ starts, columns, costs, columnCount }: SparseCosts): void {
  if (
    starts.length === 0 ||
    starts[0] !== 0 ||
    starts.at(-1) !== columns.length ||
    columns.length !== costs.length
  ) {
    throw new RangeError(
      `starts must run from 0 to the number of edges; got ${columns.length} columns and ${costs.length} costs`,
    );
  }
  for (let row = 1; row < starts.length; row++) {
    if (starts[row]! < starts[row - 1]!)
      throw new RangeError(`starts must not go down, but do at row ${row}`);
  }
  for (let edge = 0; edge < costs.length; edge++) {
    if (!Number.isFinite(costs[edge]!))
      throw new RangeError(
        `edge ${edge} costs ${costs[edge]}; leave out edges that may not be chosen`,
      );
    if (columns[edge]! >= columnCount)
      throw new RangeError(`edge ${edge} leads to column ${columns[edge]} of ${columnCount}`);
  }
}

function withoutZeroEdges(graph: SparseCosts): SparseCosts {
  const { starts, columns, costs, columnCount } = graph;
  if (!costs.includes(0)) return graph;
  const keptStarts = new Uint32Array(starts.length);
  const keptColumns = new Uint32Array(columns.length);
  const keptCosts = new Float64Array(costs.length);
  let kept = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) {
      if (costs[edge] === 0) continue;
      keptColumns[kept] = columns[edge]!;
      keptCosts[kept++] = costs[edge]!;
    }
    keptStarts[row + 1] = kept;
  }
  return {
    starts: keptStarts,
    columns: keptColumns.subarray(0, kept),
    costs: keptCosts.subarray(0, kept),
    columnCount,
  };
}

interface SparseSearch {
  readonly edgeOfRow: Int32Array;
  /** Gives most rows an edge, see `reduceSparseRows`. */
  reduceRows(): void;
  /** Gives the row an edge along the cheapest alternating path; false where there is none. */
  augment(start: number): boolean;
  assignment(): Assignment;
}

function sparseSearch({ starts, columns, costs, columnCount }: SparseCosts): SparseSearch {
  const rowCount = starts.length - 1;
  const edgeOfRow = new Int32Array(rowCount).fill(-1);
  const rowOfColumn = new Int32Array(columnCount).fill(-1);
  const prices = new Float64Array(columnCount);
  const distances = new Float64Array(columnCount).fill(Infinity);
  const isDone = new Uint8Array(columnCount);
  /** The row and the edge by which each column is reached. */
  const reachedFrom = new Int32Array(columnCount);
  const reachedBy = new Int32Array(columnCount);
  const heap = distanceHeap();
  const touched: number[] = [];
  const finished: number[] = [];

  /**
   * The free column at the end of the cheapest path, −1 where there is none. Nothing farther than
   * the nearest free column is looked at.
   */
  function findFree(start: number): number {
    let row = start;
    let offset = 0;
    let free = -1;
    let bound = Infinity;
    for (;;) {
      for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) {
        const column = columns[edge]!;
        const distance = costs[edge]! - prices[column]! - offset;
        if (distance >= bound || isDone[column] || distance >= distances[column]!) continue;
        if (distances[column] === Infinity) touched.push(column);
        distances[column] = distance;
        reachedFrom[column] = row;
        reachedBy[column] = edge;
        if (rowOfColumn[column]! < 0) {
          bound = distance;
          free = column;
        } else heap.push(distance, column);
      }
      let column = heap.pop();
      while (column >= 0 && isDone[column]) column = heap.pop();
      if (column < 0 || distances[column]! >= bound) return free;
      isDone[column] = 1;
      finished.push(column);
      row = rowOfColumn[column]!;
      offset = costs[edgeOfRow[row]!]! - prices[column]! - distances[column]!;
    }
  }

  function augment(start: number): boolean {
    const free = findFree(start);
    if (free >= 0) {
      const length = distances[free]!;
      for (const column of finished) prices[column]! += distances[column]! - length;
      takePath(start, free);
    }
    for (const column of touched) distances[column] = Infinity;
    for (const column of finished) isDone[column] = 0;
    touched.length = 0;
    finished.length = 0;
    heap.clear();
    return free >= 0;
  }

  function takePath(start: number, free: number): void {
    for (let column = free; ; ) {
      const row = reachedFrom[column]!;
      const previous = edgeOfRow[row]!;
      edgeOfRow[row] = reachedBy[column]!;
      rowOfColumn[column] = row;
      if (row === start) return;
      column = columns[previous]!;
    }
  }

  function assignment(): Assignment {
    const columnOfRow = new Int32Array(rowCount);
    let cost = 0;
    for (let row = 0; row < rowCount; row++) {
      columnOfRow[row] = columns[edgeOfRow[row]!]!;
      cost += costs[edgeOfRow[row]!]!;
    }
    return { feasible: true, columnOfRow, cost };
  }

  const reduceRows = () =>
    reduceSparseRows({ starts, columns, costs, edgeOfRow, rowOfColumn, prices });
  return { edgeOfRow, reduceRows, augment, assignment };
}
