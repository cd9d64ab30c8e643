import { type CholeskyFactor, choleskyFactor } from "./cholesky.ts";
import { addCrossGram, addGram, gramBytes, paddedCount } from "./gram.ts";
import {
  doubleMultiplier,
  type Multiplier,
  multiplierBytes,
  rowMajor,
  transposed,
} from "./product.ts";
import { arrayRows, forBlocks, type Numbers, type Rows } from "./rows.ts";
import { fitScaler, restoreScale, type Scaler, standardise } from "./scaler.ts";
import { openWorkspace, roundedBytes, type Workspace } from "./workspace.ts";

export interface RidgeOptions {
  readonly penalty?: number;
  /** Called between parts of the work, with the share that is done. */
  pause?(share: number): void | Promise<void>;
}

/**
 * What ridge regression learnt: as weights of the training rows where these are fewer than the
 * columns (`dual`), else as weights of the columns and of the bias, which comes last.
 */
export interface RidgeFit {
  readonly inputs: Scaler;
  readonly targets: Scaler;
  readonly dual: boolean;
  /** Row by row, a column for each target. */
  readonly weights: Float64Array;
}

/** Targets that are solved for at the same time, so that memory does not grow with them. */
const targetColumns = 512;

/**
 * Ridge regression of standardised targets on standardised inputs with a column of ones, which is
 * penalised as well: α = (XXᵀ + λI)⁻¹Y, or the same solution as (XᵀX + λI)⁻¹XᵀY where there are
 * more rows than columns. All in double precision. λ is 10 by default.
 */
export async function fitRidge(
  inputs: Rows,
  targets: Rows,
  { penalty = 10, pause }: RidgeOptions = {},
): Promise<RidgeFit> {
  const [inputScaler, targetScaler] = [await fitScaler(inputs), await fitScaler(targets)];
  const dual = inputs.count <= inputs.width + 1;
  const size = dual ? paddedCount(inputs.count) : inputs.width + 1;
  const columns = Math.min(targetColumns, targets.width);
  const workspace = openWorkspace(
    multiplierBytes(8) +
      (dual ? gramBytes(inputs.count) : 0) +
      2 * roundedBytes(8 * size * size) +
      2 * roundedBytes(8 * size * columns),
  );
  const multiplier = doubleMultiplier(workspace);
  const matrix = workspace.doubles(size * size);
  if (dual) {
    await addGram(matrix, workspace, inputs, inputScaler);
    // The column of ones. What pads the matrix stays apart from the rest.
    for (let i = 0; i < inputs.count; i++)
      for (let j = 0; j < inputs.count; j++) matrix[i * size + j]! += 1;
  } else
    await forBlocks(inputs, (values) => {
      const block = withOnes(standardise(values, inputScaler), inputs.width);
      const rows = rowMajor(block, size);
      multiplier.add(matrix, transposed(rows), rows, {
        ...{ rows: size, columns: size, depth: block.length / size },
      });
    });
  for (let i = 0; i < size; i++) matrix[i * size + i]! += penalty;
  await pause?.(0.5);
  const factor = choleskyFactor(matrix, size, multiplier);
  const solve =
    targets.width > size
      ? byInverse({ workspace, multiplier, factor, size, columns })
      : factor.solve;
  const kept = dual ? inputs.count : size;
  const weights = new Float64Array(kept * targets.width);
  const sides = workspace.doubles(size * columns);
  for (let from = 0; from < targets.width; from += columns) {
    const wide = Math.min(columns, targets.width - from);
    sides.fill(0);
    let read = 0;
    await forBlocks(targets, async (values, first, last) => {
      const part = standardisedColumns(values, targetScaler, from, wide);
      if (dual) sides.set(part, first * wide);
      else {
        const block = withOnes(standardise(await inputs.read(first, last), inputScaler), size - 1);
        multiplier.add(sides, transposed(rowMajor(block, size)), rowMajor(part, wide), {
          ...{ rows: size, columns: wide, depth: last - first },
        });
      }
      read = last;
    });
    if (read !== inputs.count)
      throw new RangeError(`${inputs.count} rows of inputs, but ${read} of targets`);
    solve(sides, wide);
    for (let i = 0; i < kept; i++)
      weights.set(sides.subarray(i * wide, (i + 1) * wide), i * targets.width + from);
    await pause?.(0.5 + (0.5 * (from + wide)) / targets.width);
  }
  return { inputs: inputScaler, targets: targetScaler, dual, weights };
}

interface Inverting {
  readonly workspace: Workspace;
  readonly multiplier: Multiplier<Float64Array>;
  readonly factor: CholeskyFactor;
  readonly size: number;
  readonly columns: number;
}

/** For more right-hand sides than equations: one large product each, in place of two by parts. */
function byInverse({
  workspace,
  multiplier,
  factor,
  size,
  columns,
}: Inverting): CholeskyFactor["solve"] {
  const inverse = workspace.doubles(size * size);
  for (let i = 0; i < size; i++) inverse[i * size + i] = 1;
  factor.solve(inverse, size);
  const solved = workspace.doubles(size * columns);
  return (sides, wide) => {
    solved.fill(0);
    multiplier.add(solved, rowMajor(inverse, size), rowMajor(sides, wide), {
      ...{ rows: size, columns: wide, depth: size },
    });
    sides.set(solved);
  };
}

/**
 * Targets of rows, in their own units.
 *
 * @param training the rows that were learnt from; read only where the fit is dual.
 */
export async function predictRidge(
  { inputs, targets, dual, weights }: RidgeFit,
  values: Numbers,
  training: Rows,
): Promise<Float64Array> {
  const width = inputs.means.length;
  const outputs = targets.means.length;
  const count = values.length / width;
  const size = weights.length / outputs;
  const step = dual ? paddedCount(size) : size;
  const products = dual ? paddedCount(count) * step : 0;
  const workspace = openWorkspace(
    multiplierBytes(8) +
      gramBytes(count, training.count) +
      roundedBytes(8 * products) +
      roundedBytes(8 * count * outputs),
  );
  const multiplier = doubleMultiplier(workspace);
  let features: Float64Array;
  if (dual) {
    features = workspace.doubles(products);
    const left = arrayRows(values, width);
    await addCrossGram(features, workspace, { left, right: training, scaler: inputs });
    for (let i = 0; i < features.length; i++) features[i]! += 1;
  } else features = withOnes(standardise(values, inputs), width);
  const result = workspace.doubles(count * outputs);
  multiplier.add(result, rowMajor(features, step), rowMajor(weights, outputs), {
    ...{ rows: count, columns: outputs, depth: size },
  });
  restoreScale(result, targets);
  return result.slice();
}

function withOnes(values: Float64Array, width: number): Float64Array {
  const count = values.length / width;
  const wider = new Float64Array(count * (width + 1)).fill(1);
  for (let i = 0; i < count; i++)
    wider.set(values.subarray(i * width, (i + 1) * width), i * (width + 1));
  return wider;
}

/** Only some columns, since there may be thousands. */
function standardisedColumns(
  values: Numbers,
  { means, deviations }: Scaler,
  from: number,
  wide: number,
): Float64Array {
  const width = means.length;
  const part = new Float64Array((values.length / width) * wide);
  for (let start = from, to = 0; start < values.length; start += width)
    for (let j = 0; j < wide; j++, to++)
      part[to] = (values[start + j]! - means[from + j]!) / deviations[from + j]!;
  return part;
}
