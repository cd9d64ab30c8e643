import type { Assignment } from "./assignment.ts";
import { type DenseProblem, reduceColumns, reduceRows } from "./dense-reductions.ts";

/**
 * Minimum-cost assignment of a full matrix, exact. `costs` is row by row, `rows × columns`; `Infinity` forbids a pair. The smaller side is
 * matched completely, so with more rows than columns some rows stay without a column. Where totals tie, one of the optimal assignments is
 * given, always the same one.
 *
 * Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment problems", Computing 38 (1987): cheap
 * reductions settle most rows, shortest augmenting paths the rest. Columns at the same distance are scanned as one batch, and the first free
 * one among them ends the search, so that ties make it faster, not slower.
 */
export function assignDense(costs: Float64Array, rows: number, columns: number): Assignment {
  checkMatrix(costs, rows, columns);
  if (rows <= columns) return assignRows(costs, rows, columns);
  const turned = assignRows(transpose(costs, rows, columns), columns, rows);
  if (!turned.feasible) return { ...turned, side: "column" };
  const columnOfRow = new Int32Array(rows).fill(-1);
  turned.columnOfRow.forEach((row, column) => {
    columnOfRow[row] = column;
  });
  return { feasible: true, columnOfRow, cost: totalCost(costs, columns, columnOfRow) };
}

function checkMatrix(costs: Float64Array, rows: number, columns: number): void {
  if (!(Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns >= 0 && costs.length === rows * columns)) {
    throw new RangeError(`got ${costs.length} costs for ${rows} rows and ${columns} columns`);
  }
  for (let at = 0; at < costs.length; at++) {
    if (!(costs[at]! > -Infinity)) throw new RangeError(`cost ${at} is ${costs[at]}: costs are numbers, and Infinity forbids a pair`);
  }
}

function transpose(costs: Float64Array, rows: number, columns: number): Float64Array {
  const turned = new Float64Array(costs.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) turned[column * rows + row] = costs[row * columns + column]!;
  }
  return turned;
}

function assignRows(costs: Float64Array, rows: number, columns: number): Assignment {
  const problem: DenseProblem = {
    costs,
    rows,
    columns,
    columnOfRow: new Int32Array(rows).fill(-1),
    rowOfColumn: new Int32Array(columns).fill(-1),
    prices: new Float64Array(columns),
  };
  // A column that stays free must keep the price 0, so only a square problem, where none stays free, may start from column minima.
  if (rows === columns) reduceColumns(problem);
  reduceRows(problem);
  const paths = pathBuffers(columns);
  for (let row = 0; row < rows; row++) {
    if (problem.columnOfRow[row]! < 0 && !augment(problem, paths, row)) return { feasible: false, side: "row", index: row };
  }
  return { feasible: true, columnOfRow: problem.columnOfRow, cost: totalCost(costs, columns, problem.columnOfRow) };
}

interface PathBuffers {
  readonly distances: Float64Array;
  /** The row from which each column is reached. */
  readonly reachedFrom: Int32Array;
  /** All columns: first those done, then those at the current distance, then the others. */
  readonly order: Int32Array;
}

function pathBuffers(columns: number): PathBuffers {
  return { distances: new Float64Array(columns), reachedFrom: new Int32Array(columns), order: new Int32Array(columns) };
}

/**
 * Gives `start` a column along the cheapest alternating path; false where every path is forbidden. The innermost loop of the assignment, so
 * it is written with plain loops on typed arrays.
 */
function augment({ costs, columns, columnOfRow, rowOfColumn, prices }: DenseProblem, paths: PathBuffers, start: number): boolean {
  const { distances, reachedFrom, order } = paths;
  const startBase = start * columns;
  for (let column = 0; column < columns; column++) {
    distances[column] = costs[startBase + column]! - prices[column]!;
    reachedFrom[column] = start;
    order[column] = column;
  }
  let done = 0;
  let batchEnd = 0;
  let nearest = 0;
  let doneBefore = 0;
  let free = -1;
  while (free < 0) {
    if (done === batchEnd) {
      doneBefore = done;
      if (done === columns) return false;
      nearest = distances[order[batchEnd]!]!;
      batchEnd++;
      for (let at = batchEnd; at < columns; at++) {
        const column = order[at]!;
        const distance = distances[column]!;
        if (distance > nearest) continue;
        if (distance < nearest) {
          batchEnd = done;
          nearest = distance;
        }
        order[at] = order[batchEnd]!;
        order[batchEnd++] = column;
      }
      if (nearest === Infinity) return false;
      for (let at = done; at < batchEnd; at++) {
        if (rowOfColumn[order[at]!]! < 0) {
          free = order[at]!;
          break;
        }
      }
      if (free >= 0) break;
    }
    const from = order[done++]!;
    const row = rowOfColumn[from]!;
    const base = row * columns;
    const offset = costs[base + from]! - prices[from]! - nearest;
    for (let at = batchEnd; at < columns; at++) {
      const column = order[at]!;
      const distance = costs[base + column]! - prices[column]! - offset;
      if (distance >= distances[column]!) continue;
      distances[column] = distance;
      reachedFrom[column] = row;
      if (distance > nearest) continue;
      if (rowOfColumn[column]! < 0) {
        free = column;
        break;
      }
      order[at] = order[batchEnd]!;
      order[batchEnd++] = column;
    }
  }
  for (let at = 0; at < doneBefore; at++) prices[order[at]!]! += distances[order[at]!]! - nearest;
  for (let column = free; ; ) {
    const row = reachedFrom[column]!;
    rowOfColumn[column] = row;
    const next = columnOfRow[row]!;
    columnOfRow[row] = column;
    if (row === start) return true;
    column = next;
  }
}

function totalCost(costs: Float64Array, columns: number, columnOfRow: Int32Array): number {
  let total = 0;
  for (let row = 0; row < columnOfRow.length; row++) if (columnOfRow[row]! >= 0) total += costs[row * columns + columnOfRow[row]!]!;
  return total;
}
