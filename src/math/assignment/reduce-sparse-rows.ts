/**
 * A partial assignment with column prices under which every assigned edge is the cheapest of its
 * row; free columns have the price 0.
 */
export interface SparseProblem {
  /** The edges of row r are `starts[r]` up to `starts[r + 1]`. */
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly costs: Float64Array;
  /** −1: none yet. */
  readonly edgeOfRow: Int32Array;
  /** −1: free. */
  readonly rowOfColumn: Int32Array;
  readonly prices: Float64Array;
}

/** How often a row may lose its column on average before paths are searched. */
const triesPerRow = 8;

/**
 * Rows take their cheapest column and lower its price to where the second cheapest is as good; a
 * row that loses its column so tries again (the augmenting row reduction of Jonker and Volgenant).
 * Most rows of windowed problems need no path after it, which halves the time of `npm run bench
 * metrics`. Some stay free: those that tie with others, and, since with rounding rows can go on
 * taking columns from each other for ever smaller gains, those whose tries run out.
 */
export function reduceSparseRows(problem: SparseProblem): void {
  const { starts, columns, costs, edgeOfRow, rowOfColumn, prices } = problem;
  const rowCount = edgeOfRow.length;
  const waiting = new Int32Array(rowCount);
  let length = 0;
  for (let row = rowCount - 1; row >= 0; row--) waiting[length++] = row;
  for (let tries = triesPerRow * rowCount; length > 0 && tries > 0; tries--) {
    const row = waiting[--length]!;
    const end = starts[row + 1]!;
    let first = -1;
    let second = -1;
    let least = Infinity;
    let next = Infinity;
    for (let edge = starts[row]!; edge < end; edge++) {
      const cost = costs[edge]! - prices[columns[edge]!]!;
      if (cost >= next) continue;
      if (cost < least) {
        next = least;
        second = first;
        least = cost;
        first = edge;
      } else {
        next = cost;
        second = edge;
      }
    }
    if (first < 0) continue;
    const gain = next - least;
    const isStrict = gain > 0 && gain < Infinity;
    if (isStrict) prices[columns[first]!]! -= gain;
    const chosen =
      isStrict || rowOfColumn[columns[first]!]! < 0
        ? first
        : gain === 0
          ? freeTie(problem, { from: second, end, least })
          : -1;
    if (chosen < 0) continue;
    const column = columns[chosen]!;
    const loser = rowOfColumn[column]!;
    edgeOfRow[row] = chosen;
    rowOfColumn[column] = row;
    if (loser < 0) continue;
    edgeOfRow[loser] = -1;
    waiting[length++] = loser;
  }
}

/**
 * The first edge as cheap as the cheapest whose column is free; −1 where there is none. Looked for
 * apart, since ties are rare but costly to miss.
 */
function freeTie(
  { columns, costs, rowOfColumn, prices }: SparseProblem,
  { from, end, least }: { readonly from: number; readonly end: number; readonly least: number },
): number {
  for (let edge = from; edge < end; edge++) {
    if (rowOfColumn[columns[edge]!]! < 0 && costs[edge]! - prices[columns[edge]!]! === least)
      return edge;
  }
  return -1;
}
