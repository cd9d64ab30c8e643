/** Numbers of single precision where that is what there is, so that memory stays small. */
export type Numbers = Float32Array | Float64Array;

/** Rows of features or targets, in memory or elsewhere; nothing needs all of them at once. */
export interface Rows {
  readonly count: number;
  readonly width: number;
  /** Rows one after the other, valid until the next call. */
  read(from: number, to: number): Numbers | Promise<Numbers>;
  /** Rows in any order, one after the other. */
  pick(rows: ArrayLike<number>, into: Float32Array): void | Promise<void>;
}

/** Rows of one array. */
export function arrayRows(values: Numbers, width: number): Rows {
  const count = width === 0 ? 0 : values.length / width;
  if (!Number.isInteger(count))
    throw new RangeError(`${values.length} numbers are no rows of ${width}`);
  return {
    count,
    width,
    read: (from, to) => values.subarray(from * width, to * width),
    pick(rows, into) {
      for (let i = 0; i < rows.length; i++)
        into.set(values.subarray(rows[i]! * width, (rows[i]! + 1) * width), i * width);
    },
  };
}

/** How many rows are looked at together. */
export const blockRows = 128;

/** Calls with each block of rows, in their order. */
export async function forBlocks(
  rows: Rows,
  visit: (values: Numbers, from: number, to: number) => void | Promise<void>,
): Promise<void> {
  for (let from = 0; from < rows.count; from += blockRows) {
    const to = Math.min(rows.count, from + blockRows);
    await visit(await rows.read(from, to), from, to);
  }
}
