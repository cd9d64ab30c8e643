import { type Multiplier, rowMajor, transposed } from "./product.ts";
import { blockRows, type Numbers, type Rows } from "./rows.ts";
import { type Scaler, standardise } from "./scaler.ts";

/**
 * Inner products of all standardised rows with each other, added to `result` (count × count), in
 * double precision. Only two blocks of rows are held in double precision at a time.
 */
export async function addGram(
  result: Float64Array,
  multiplier: Multiplier<Float64Array>,
  rows: Rows,
  scaler: Scaler,
): Promise<void> {
  const { count, width } = rows;
  for (let i = 0; i < count; i += blockRows) {
    const iEnd = Math.min(count, i + blockRows);
    const left = standardise(await rows.read(i, iEnd), scaler);
    for (let j = 0; j <= i; j += blockRows) {
      const jEnd = Math.min(count, j + blockRows);
      const right = j === i ? left : standardise(await rows.read(j, jEnd), scaler);
      multiplier.add(result, rowMajor(left, width), transposed(rowMajor(right, width)), {
        rows: iEnd - i,
        columns: jEnd - j,
        depth: width,
        start: i * count + j,
        step: count,
      });
    }
  }
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) result[i * count + j] = result[j * count + i]!;
}

/** Inner products of some standardised rows with all others, added to `result`. */
export async function addCrossGram(
  result: Float64Array,
  multiplier: Multiplier<Float64Array>,
  { values, rows, scaler }: { values: Numbers; rows: Rows; scaler: Scaler },
): Promise<void> {
  const { count, width } = rows;
  const left = standardise(values, scaler);
  for (let j = 0; j < count; j += blockRows) {
    const jEnd = Math.min(count, j + blockRows);
    const right = standardise(await rows.read(j, jEnd), scaler);
    multiplier.add(result, rowMajor(left, width), transposed(rowMajor(right, width)), {
      rows: values.length / width,
      columns: jEnd - j,
      depth: width,
      start: j,
      step: count,
    });
  }
}
