import { forBlocks, type Numbers, type Rows } from "./rows.ts";

/** Means and standard deviations of columns, by which rows are standardised. */
export interface Scaler {
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/**
 * Means and population standard deviations of columns, summed in double precision; a deviation
 * below `smallest` counts as 1, so that a column that is always the same becomes 0.
 */
export async function fitScaler(rows: Rows, { smallest = 1e-6 } = {}): Promise<Scaler> {
  const { count, width } = rows;
  const means = new Float64Array(width);
  const deviations = new Float64Array(width);
  await forBlocks(rows, (values) => {
    for (let at = 0; at < values.length; at += width)
      for (let j = 0; j < width; j++) means[j]! += values[at + j]!;
  });
  for (let j = 0; j < width; j++) means[j]! /= count;
  await forBlocks(rows, (values) => {
    for (let at = 0; at < values.length; at += width)
      for (let j = 0; j < width; j++) {
        const off = values[at + j]! - means[j]!;
        deviations[j]! += off * off;
      }
  });
  for (let j = 0; j < width; j++) {
    const deviation = Math.sqrt(deviations[j]! / count);
    deviations[j] = deviation < smallest ? 1 : deviation;
  }
  return { means, deviations };
}

/** Rows standardised, in double precision or in `into`. */
export function standardise<T extends Numbers = Float64Array>(
  values: Numbers,
  { means, deviations }: Scaler,
  into: T = new Float64Array(values.length) as T,
): T {
  const width = means.length;
  for (let at = 0; at < values.length; at += width)
    for (let j = 0; j < width; j++) into[at + j] = (values[at + j]! - means[j]!) / deviations[j]!;
  return into;
}

/** Takes standardising back, in place. */
export function restoreScale(values: Numbers, { means, deviations }: Scaler): void {
  const width = means.length;
  for (let at = 0; at < values.length; at += width)
    for (let j = 0; j < width; j++) values[at + j] = values[at + j]! * deviations[j]! + means[j]!;
}
