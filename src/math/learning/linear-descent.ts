import { addGram, gramBytes, paddedCount } from "./gram.ts";
import { isDual } from "./is-dual.ts";
import { numpyNormal } from "./numpy-normal.ts";
import {
  doubleMultiplier,
  fixedLeft,
  fixedLeftBytes,
  type Multiplier,
  multiplierBytes,
  rowMajor,
  transposed,
} from "./product.ts";
import { forBlocks, type Rows } from "./rows.ts";
import { fitScaler, type Scaler, standardise } from "./scaler.ts";
import { type Epoch, recordedAt, recordsEpoch } from "./training-history.ts";
import { openWorkspace, roundedBytes, type Workspace } from "./workspace.ts";

export interface DescentOptions {
  readonly epochs?: number | undefined;
  readonly rate?: number | undefined;
  /** Of the weights, not of the biases. */
  readonly penalty?: number | undefined;
  /** Standard deviation of the first weights. */
  readonly spread?: number | undefined;
  /** Of the first weights, drawn as NumPy's `default_rng(seed).normal` draws them. */
  readonly seed?: number | undefined;
  /** Row by row, for each column the weights of all outputs; in place of those that are drawn. */
  readonly initial?: ArrayLike<number> | undefined;
  /**
   * Whether weights are sums over training rows while they are learnt. By default where that is
   * less work; results are the same but for rounding.
   */
  readonly dual?: boolean | undefined;
  /** Called after every epoch, with its loss where the history keeps it. */
  pause?(epoch: number, recorded: Epoch | undefined): void | Promise<void>;
}

/** The gradient of the loss by the outputs of all rows, times the number of rows. */
export interface LinearLoss {
  readonly outputs: number;
  /**
   * Replaces outputs of the rows from `first` on by gradients, and answers the sum of losses.
   */
  differentiate(outputs: Float64Array, first: number): number;
}

/** What a linear head learnt: outputs are `standardised row · weights + biases`. */
export interface LinearFit {
  readonly scaler: Scaler;
  /** Row by row, for each column the weights of all outputs. */
  readonly weights: Float64Array;
  readonly biases: Float64Array;
  readonly history: readonly Epoch[];
}

/**
 * Full-batch gradient descent from small random weights, with a penalty of ½·l2·‖W‖² on the
 * weights, in double precision on standardised rows. Where that is less work the weights are followed
 * as `a·W₀ + XᵀA`: the same steps, by inner products of rows.
 */
export async function descend(
  rows: Rows,
  loss: LinearLoss,
  options: DescentOptions = {},
): Promise<LinearFit> {
  const { spread = 0.01, seed = 7, initial } = options;
  const scaler = await fitScaler(rows);
  const first = Float64Array.from(
    initial ?? numpyNormal(seed, spread, rows.width * loss.outputs),
    Math.fround,
  );
  if (first.length !== rows.width * loss.outputs)
    throw new RangeError(
      `${first.length} first weights, but ${rows.width} × ${loss.outputs} are needed`,
    );
  const { epochs } = settingsOf(options);
  const { dual = isDual(rows, { outputs: loss.outputs, epochs }) } = options;
  return (dual ? descendDual : descendPrimal)({ rows, scaler, first, loss }, options);
}

interface Descent {
  readonly rows: Rows;
  readonly scaler: Scaler;
  readonly first: Float64Array;
  readonly loss: LinearLoss;
}

interface Settings {
  readonly epochs: number;
  readonly rate: number;
  readonly penalty: number;
}

const settingsOf = ({ epochs = 400, rate = 0.12, penalty = 2e-3 }: DescentOptions): Settings => ({
  epochs,
  rate,
  penalty,
});

async function descendDual(
  { rows, scaler, first, loss }: Descent,
  options: DescentOptions,
): Promise<LinearFit> {
  const { epochs, rate, penalty } = settingsOf(options);
  const { count, width } = rows;
  const { outputs } = loss;
  const size = count * outputs;
  const workspace = openWorkspace(
    multiplierBytes(8) +
      gramBytes(count) +
      roundedBytes(8 * paddedCount(count) ** 2) +
      fixedLeftBytes(count, paddedCount(count)) +
      3 * roundedBytes(8 * Math.max(size, width * outputs)),
  );
  const multiplier = doubleMultiplier(workspace);
  const gram = workspace.doubles(paddedCount(count) ** 2);
  await addGram(gram, workspace, rows, scaler);
  const products = fixedLeft(workspace, gram, { rows: count, depth: count, columns: outputs });
  const start = await outputsOf({ rows, scaler, weights: first, outputs }, workspace, multiplier);
  const startNorm = dot(first, first);
  const factors = new Float64Array(size);
  const projected = workspace.doubles(size);
  const values = new Float64Array(size);
  const biases = new Float64Array(outputs);
  const keep = 1 - rate * penalty;
  const history: Epoch[] = [];
  let share = 1;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    projected.fill(0);
    products.add(projected, factors);
    for (let i = 0, j = 0; i < size; i++, j = j + 1 === outputs ? 0 : j + 1)
      values[i] = share * start[i]! + projected[i]! + biases[j]!;
    const isRecorded = recordsEpoch(epoch, epochs);
    const norm = isRecorded
      ? share * share * startNorm + 2 * share * dot(start, factors) + dot(factors, projected)
      : 0;
    const sum = loss.differentiate(values, 0);
    if (isRecorded) history.push({ epoch, loss: sum / count + 0.5 * penalty * norm });
    share *= keep;
    for (let i = 0; i < size; i++) factors[i] = keep * factors[i]! - (rate / count) * values[i]!;
    stepBiases(biases, values, rate / count);
    await options.pause?.(epoch, recordedAt(history, epoch));
  }
  const weights = workspace.doubles(width * outputs);
  await forBlocks(rows, (block, from, to) => {
    const scaled = standardise(block, scaler);
    const part = rowMajor(factors, outputs, from * outputs);
    multiplier.add(weights, transposed(rowMajor(scaled, width)), part, {
      ...{ rows: width, columns: outputs, depth: to - from },
    });
  });
  for (let i = 0; i < weights.length; i++) weights[i]! += share * first[i]!;
  return { scaler, weights: weights.slice(), biases, history };
}

async function descendPrimal(
  { rows, scaler, first, loss }: Descent,
  options: DescentOptions,
): Promise<LinearFit> {
  const { epochs, rate, penalty } = settingsOf(options);
  const { count, width } = rows;
  const { outputs } = loss;
  const workspace = openWorkspace(
    multiplierBytes(8) + 2 * roundedBytes(8 * (width + blockRoom) * outputs),
  );
  const multiplier = doubleMultiplier(workspace);
  const weights = first.slice();
  const gradient = workspace.doubles(width * outputs);
  const values = workspace.doubles(blockRoom * outputs);
  const standardised = new Float64Array(blockRoom * width);
  const biases = new Float64Array(outputs);
  const biasGradient = new Float64Array(outputs);
  const history: Epoch[] = [];
  for (let epoch = 1; epoch <= epochs; epoch++) {
    gradient.fill(0);
    biasGradient.fill(0);
    let sum = 0;
    await forBlocks(rows, (block, from, to) => {
      const scaled = rowMajor(standardise(block, scaler, standardised), width);
      const part = values.subarray(0, (to - from) * outputs);
      for (let i = 0; i < part.length; i++) part[i] = biases[i % outputs]!;
      multiplier.add(part, scaled, rowMajor(weights, outputs), {
        ...{ rows: to - from, columns: outputs, depth: width },
      });
      sum += loss.differentiate(part, from);
      multiplier.add(gradient, transposed(scaled), rowMajor(part, outputs), {
        ...{ rows: width, columns: outputs, depth: to - from },
      });
      stepBiases(biasGradient, part, -1);
    });
    if (recordsEpoch(epoch, epochs))
      history.push({ epoch, loss: sum / count + 0.5 * penalty * dot(weights, weights) });
    for (let i = 0; i < weights.length; i++)
      weights[i]! -= rate * (gradient[i]! / count + penalty * weights[i]!);
    for (let j = 0; j < outputs; j++) biases[j]! -= (rate / count) * biasGradient[j]!;
    await options.pause?.(epoch, recordedAt(history, epoch));
  }
  return { scaler, weights, biases, history };
}

/** Rows that `forBlocks` reads at once, at most. */
const blockRoom = 128;

function stepBiases(biases: Float64Array, gradients: Float64Array, rate: number): void {
  const { length: outputs } = biases;
  for (let i = 0; i < gradients.length; i += outputs)
    for (let j = 0; j < outputs; j++) biases[j]! -= rate * gradients[i + j]!;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Outputs of all rows without biases, in an array of their own. */
async function outputsOf(
  {
    rows,
    scaler,
    weights,
    outputs,
  }: { rows: Rows; scaler: Scaler; weights: Float64Array; outputs: number },
  workspace: Workspace,
  multiplier: Multiplier<Float64Array>,
): Promise<Float64Array> {
  const result = workspace.doubles(rows.count * outputs);
  await forBlocks(rows, (block, from, to) => {
    const scaled = rowMajor(standardise(block, scaler), rows.width);
    multiplier.add(result, scaled, rowMajor(weights, outputs), {
      ...{ rows: to - from, columns: outputs, depth: rows.width, start: from * outputs },
    });
  });
  return result.slice();
}

/** Outputs of a linear head for rows. */
export async function linearOutputs(
  fit: Omit<LinearFit, "history">,
  rows: Rows,
): Promise<Float64Array> {
  const { scaler, weights, biases } = fit;
  const outputs = biases.length;
  const workspace = openWorkspace(multiplierBytes(8) + roundedBytes(8 * rows.count * outputs));
  const multiplier = doubleMultiplier(workspace);
  const result = await outputsOf({ rows, scaler, weights, outputs }, workspace, multiplier);
  for (let i = 0; i < result.length; i++) result[i]! += biases[i % outputs]!;
  return result;
}
