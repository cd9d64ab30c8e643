import { type Multiplier, rowMajor, transposed } from "./product.ts";

/** Rows that are worked on by hand, between products of matrices. */
const block = 64;

/** The factor of a symmetric positive definite matrix, ready to solve by. */
export interface CholeskyFactor {
  /** Replaces right-hand sides (size × columns, in the workspace) by solutions. */
  solve(sides: Float64Array, columns: number): void;
}

/**
 * Factors a symmetric positive definite matrix (in the workspace) into L·Lᵀ, in place; only its
 * lower half is read.
 *
 * @throws {RangeError} where it is not positive definite.
 */
export function choleskyFactor(
  matrix: Float64Array,
  size: number,
  multiplier: Multiplier<Float64Array>,
): CholeskyFactor {
  const inverses: Float64Array[] = [];
  const at = (row: number, column: number) => rowMajor(matrix, size, row * size + column);
  for (let from = 0; from < size; from += block) {
    const to = Math.min(size, from + block);
    const wide = to - from;
    const inverse = factorBlock(matrix, size, from, to);
    inverses.push(inverse);
    const rows = size - to;
    if (rows === 0) break;
    const below = copied(matrix, size, [to, size], [from, to]);
    clear(matrix, size, [to, size], [from, to]);
    multiplier.add(matrix, rowMajor(below, wide), transposed(rowMajor(inverse, wide)), {
      ...{ rows, columns: wide, depth: wide, start: to * size + from, step: size },
    });
    // The rest of the lower half, by strips of columns.
    for (let column = to; column < size; column += block) {
      const columns = Math.min(block, size - column);
      multiplier.add(matrix, at(column, from), transposed(at(column, from)), {
        ...{ rows: size - column, columns, depth: wide, isSubtracted: true },
        ...{ start: column * size + column, step: size },
      });
    }
  }
  return {
    solve(sides, columns) {
      const count = inverses.length;
      const range = (i: number) => [i * block, Math.min(size, (i + 1) * block)] as const;
      const apply = (i: number, isTransposed: boolean) => {
        const [from, to] = range(i);
        const wide = to - from;
        const part = sides.slice(from * columns, to * columns);
        sides.fill(0, from * columns, to * columns);
        const inverse = rowMajor(inverses[i]!, wide);
        const left = isTransposed ? transposed(inverse) : inverse;
        const start = from * columns;
        const sized = { rows: wide, columns, depth: wide, start };
        multiplier.add(sides, left, rowMajor(part, columns), sized);
      };
      for (let i = 0; i < count; i++) {
        const [from, to] = range(i);
        if (from > 0)
          multiplier.add(sides, at(from, 0), rowMajor(sides, columns), {
            ...{ rows: to - from, columns, depth: from, isSubtracted: true, start: from * columns },
          });
        apply(i, false);
      }
      for (let i = count - 1; i >= 0; i--) {
        const [from, to] = range(i);
        if (to < size)
          multiplier.add(sides, transposed(at(to, from)), rowMajor(sides, columns, to * columns), {
            ...{ rows: to - from, columns, depth: size - to, isSubtracted: true },
            start: from * columns,
          });
        apply(i, true);
      }
    },
  };
}

/** Factors a block of the diagonal in place, and answers the inverse of its lower triangle. */
function factorBlock(matrix: Float64Array, size: number, from: number, to: number): Float64Array {
  const wide = to - from;
  const inverse = new Float64Array(wide * wide);
  for (let j = from; j < to; j++) {
    for (let i = j; i < to; i++) {
      let sum = matrix[i * size + j]!;
      for (let k = from; k < j; k++) sum -= matrix[i * size + k]! * matrix[j * size + k]!;
      if (i === j && !(sum > 0))
        throw new RangeError(`the matrix is not positive definite (row ${j}: ${sum})`);
      matrix[i * size + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * size + j]!;
    }
  }
  for (let j = 0; j < wide; j++)
    for (let i = j; i < wide; i++) {
      let sum = i === j ? 1 : 0;
      for (let k = j; k < i; k++)
        sum -= matrix[(from + i) * size + from + k]! * inverse[k * wide + j]!;
      inverse[i * wide + j] = sum / matrix[(from + i) * size + from + i]!;
    }
  return inverse;
}

type Range = readonly [from: number, to: number];

function copied(matrix: Float64Array, size: number, rows: Range, columns: Range): Float64Array {
  const wide = columns[1] - columns[0];
  const copy = new Float64Array((rows[1] - rows[0]) * wide);
  for (let i = rows[0]; i < rows[1]; i++)
    copy.set(matrix.subarray(i * size + columns[0], i * size + columns[1]), (i - rows[0]) * wide);
  return copy;
}

function clear(matrix: Float64Array, size: number, rows: Range, columns: Range): void {
  for (let i = rows[0]; i < rows[1]; i++)
    matrix.fill(0, i * size + columns[0], i * size + columns[1]);
}
