/** A partial assignment with column prices under which every assigned pair is cheapest for its row. */
export interface DenseProblem {
  readonly costs: Float64Array;
  readonly rows: number;
  readonly columns: number;
  /** −1: none yet. */
  readonly columnOfRow: Int32Array;
  /** −1: free. */
  readonly rowOfColumn: Int32Array;
  readonly prices: Float64Array;
}

/** Prices each column at its smallest cost and gives it to the row that has it, if that row is still free. Square problems only. */
export function reduceColumns({ costs, rows, columns, columnOfRow, rowOfColumn, prices }: DenseProblem): void {
  const cheapestRow = new Int32Array(columns);
  prices.fill(Infinity);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cost = costs[row * columns + column]!;
      if (cost < prices[column]!) {
        prices[column] = cost;
        cheapestRow[column] = row;
      }
    }
  }
  for (let column = columns - 1; column >= 0; column--) {
    if (prices[column] === Infinity) {
      prices[column] = 0;
      continue;
    }
    const row = cheapestRow[column]!;
    if (columnOfRow[row]! >= 0) continue;
    columnOfRow[row] = column;
    rowOfColumn[column] = row;
  }
}

/** Two rounds, as Jonker and Volgenant do. */
const rounds = 2;

/**
 * Free rows take their cheapest column and lower its price to where the second cheapest is as good; a row that loses its column so tries
 * again. Ends with some rows free: with rounding, rows can go on taking columns from each other for ever smaller gains, so tries are limited.
 */
export function reduceRows(problem: DenseProblem): void {
  const { rows, columnOfRow, rowOfColumn, prices } = problem;
  let waiting: number[] = [];
  for (let row = rows - 1; row >= 0; row--) if (columnOfRow[row]! < 0) waiting.push(row);
  for (let round = 0; round < rounds; round++) {
    const next: number[] = [];
    let tries = 4 * waiting.length;
    while (waiting.length > 0 && tries-- > 0) {
      const row = waiting.pop()!;
      const { first, second, gain } = twoCheapest(problem, row);
      if (first < 0) continue;
      const isStrict = gain > 0 && gain < Infinity;
      let column = first;
      if (isStrict) prices[column]! -= gain;
      else if (rowOfColumn[column]! >= 0 && gain === 0) column = second;
      const loser = rowOfColumn[column]!;
      if (loser >= 0 && !isStrict) {
        next.push(row);
        continue;
      }
      columnOfRow[row] = column;
      rowOfColumn[column] = row;
      if (loser < 0) continue;
      columnOfRow[loser] = -1;
      waiting.push(loser);
    }
    waiting = [...next.reverse(), ...waiting];
  }
}

/** The cheapest columns of a row under the prices and how much better the first is; −1 where all is forbidden. */
function twoCheapest({ costs, columns, prices }: DenseProblem, row: number): { first: number; second: number; gain: number } {
  const base = row * columns;
  let first = -1;
  let second = -1;
  let least = Infinity;
  let next = Infinity;
  for (let column = 0; column < columns; column++) {
    const cost = costs[base + column]! - prices[column]!;
    if (cost >= next) continue;
    if (cost < least) {
      next = least;
      second = first;
      least = cost;
      first = column;
    } else {
      next = cost;
      second = column;
    }
  }
  return { first, second, gain: next - least };
}
