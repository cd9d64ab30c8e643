import type { FitReport } from "../../core/asking/system.ts";
import { UserError } from "../../core/user-error.ts";
import { descend, type LinearLoss } from "../../math/learning/linear-descent.ts";
import { type BatchPlan, seededPlan } from "../../math/learning/mlp/batch-plan.ts";
import { layerNormRows } from "../../math/learning/mlp/layer-norm.ts";
import {
  classLoss,
  classWeights,
  labelsLoss,
  type MlpLoss,
  valuesLoss,
} from "../../math/learning/mlp/losses.ts";
import type { MlpWeights } from "../../math/learning/mlp/mlp-weights.ts";
import { openMlp, trainMlp } from "../../math/learning/mlp/train-mlp.ts";
import { multiLabelLoss, positiveWeights } from "../../math/learning/multi-label.ts";
import { fitRidge, type RidgeFit } from "../../math/learning/ridge.ts";
import type { Numbers, Rows } from "../../math/learning/rows.ts";
import { fitScaler, type Scaler, standardise } from "../../math/learning/scaler.ts";
import { softmaxLoss } from "../../math/learning/softmax.ts";
import type { Epoch } from "../../math/learning/training-history.ts";
import type { readBatchOrder } from "./batch-order.ts";
import { answererOf, asProbabilities, type HeadModel } from "./head-model.ts";
import type { HeadSettings, MinimalSettings, NeuralSettings } from "./head-settings.ts";
import { ofR2, type Part, type Quality, qualityOf } from "./quality.ts";
import { someRows } from "./row-store.ts";
import { type TrainingParts, trainingParts } from "./training-parts.ts";
import { trainingReport } from "./training-report.ts";
import type { TrainingSet } from "./training-set.ts";

/** What a training is given beside its samples. */
export interface TrainingTools {
  readonly initial?: MlpWeights | undefined;
  readonly order?: ReturnType<typeof readBatchOrder> | undefined;
  /** Called between steps, so that others get their turn; may throw to end the training. */
  pause(done: number, of: number, recorded?: Epoch): void | Promise<void>;
}

export interface TrainedHead {
  readonly model: HeadModel;
  readonly report: FitReport;
}

/** Trains a head on a training set, whose features it may overwrite. */
export async function fitHead(
  set: TrainingSet,
  settings: HeadSettings,
  tools: TrainingTools,
): Promise<TrainedHead> {
  const parts = trainingParts(set, settings.validation);
  const given = { set, parts, tools };
  if (settings.head === "neural") return fitNetwork(given, settings);
  return set.values ? fitNumbers(given, set.values, settings) : fitLinear(given, settings);
}

interface Training {
  readonly set: TrainingSet;
  readonly parts: TrainingParts;
  readonly tools: TrainingTools;
}

async function fitLinear(
  { set, parts, tools }: Training,
  { epochs, rates, penalty, spread, seed }: MinimalSettings,
): Promise<TrainedHead> {
  const { train, validation } = parts;
  const { problem, names, inputs } = set;
  const isClass = problem.kind === "class";
  const loss: LinearLoss = isClass
    ? softmaxLoss(classesOf(set, train), names.length)
    : multiLabelLoss(marksOf(set, train), names.length);
  const fit = await descend(someRows(inputs, train.from, train.to), loss, {
    ...{ epochs, penalty, spread, seed, rate: isClass ? rates.class : rates.labels },
    pause: (epoch, recorded) => tools.pause(epoch, epochs, recorded),
  });
  checkLoss(fit.history.at(-1)!.loss, settingsHint);
  const model: HeadModel = { kind: "linear", problem, names, ...fit };
  const way = { inputs, answer: answererOf(model) };
  const report = trainingReport({
    ...{ set, parts, history: fit.history },
    training: await qualityOf(set, train, way),
    validation: validation && (await qualityOf(set, validation, way)),
  });
  return { model, report };
}

const settingsHint = "lower rate";

async function fitNumbers(
  { set, parts, tools }: Training,
  values: Rows,
  { ridgePenalty }: MinimalSettings,
): Promise<TrainedHead> {
  const { train, validation } = parts;
  const inputs = someRows(set.inputs, train.from, train.to);
  const targets = someRows(values, train.from, train.to);
  const fit = await fitRidge(inputs, targets, {
    penalty: ridgePenalty,
    pause: (share) => tools.pause(Math.round(100 * share), 100),
  });
  const training = fit.dual ? (await inputs.read(0, inputs.count)).slice() : new Float32Array(0);
  const model: HeadModel = { kind: "ridge", problem: set.problem, names: [], training, ...fit };
  const way = { inputs: set.inputs, answer: answererOf(model) };
  const report = trainingReport({
    ...{ set, parts, history: [] },
    training: fit.dual
      ? await dualQuality(fit, targets, ridgePenalty)
      : await qualityOf(set, train, way),
    validation: validation && (await qualityOf(set, validation, way)),
  });
  return { model, report };
}

/** Of training rows, XXᵀα = Y − λα: how far off they are follows from the weights themselves. */
async function dualQuality(
  { weights, targets: { means, deviations } }: RidgeFit,
  targets: Rows,
  penalty: number,
): Promise<Quality> {
  let [errors, spread] = [0, 0];
  for (let i = 0; i < weights.length; i++)
    errors += (penalty * weights[i]! * deviations[i % targets.width]!) ** 2;
  for (let from = 0; from < targets.count; from++) {
    const row: Numbers = await targets.read(from, from + 1);
    for (let j = 0; j < row.length; j++) spread += (row[j]! - means[j]!) ** 2;
  }
  return ofR2(1 - errors / spread);
}

async function fitNetwork(
  { set, parts, tools }: Training,
  settings: NeuralSettings,
): Promise<TrainedHead> {
  const { train, validation } = parts;
  const { problem, names, inputs, values } = set;
  const { hidden, dropout, epochs, batch: batchSize, rate, decay, seed } = settings;
  const outputs = values?.width ?? names.length;
  if (tools.initial) checkInitial(tools.initial, inputs.width, outputs);
  const scaler = await fitScaler(someRows(inputs, train.from, train.to));
  inputs.update((block) => normalise(block, scaler));
  const targets = values && (await fitScaler(someRows(values, train.from, train.to)));
  if (values && targets) values.update((block) => void standardise(block, targets, block));
  const seeded = seededPlan({ rows: train.to, batchSize, dropout, seed });
  const plan: BatchPlan =
    tools.order?.({ samples: train.to, epochs, batchSize, mask: seeded.mask }) ?? seeded;
  const { weights, history } = await trainMlp(
    someRows(inputs, train.from, train.to),
    lossOf(set, train, train),
    {
      ...{ epochs, batchSize, dropout, rate, decay, seed, plan },
      hidden: tools.initial?.layers.slice(0, -1).map(({ biases }) => biases.length) ?? hidden,
      initial: tools.initial,
      validation: validation && {
        rows: someRows(inputs, validation.from, validation.to),
        loss: lossOf(set, validation, train),
      },
      pause: (epoch, recorded) => tools.pause(epoch, epochs, recorded),
    },
  );
  checkLoss(history.at(-1)!.loss, settingsHint);
  // Features and targets are standardised by now, so that the network is asked for itself.
  const network = openMlp(weights);
  const asked: HeadModel = { kind: "network", problem, names, scaler, targets, weights };
  const way = {
    inputs,
    answer: async (block: Numbers) =>
      asProbabilities(set, Float64Array.from(network.outputs(Float32Array.from(block)))),
    deviations: targets?.deviations,
  };
  const report = trainingReport({
    ...{ set, parts, history },
    training: await qualityOf(set, train, way),
    validation: validation && (await qualityOf(set, validation, way)),
  });
  return { model: asked, report };
}

function normalise(block: Numbers, scaler: Scaler): void {
  const rows = standardise(block, scaler, new Float32Array(block.length));
  layerNormRows(rows, scaler.means.length);
  block.set(rows);
}

/** Weights of classes and labels are those of the samples that are learnt from. */
function lossOf(set: TrainingSet, part: Part, train: Part): MlpLoss {
  const count = set.names.length;
  if (set.values) return valuesLoss(someRows(set.values, part.from, part.to));
  return set.problem.kind === "class"
    ? classLoss(classesOf(set, part), count, classWeights(classesOf(set, train), count))
    : labelsLoss(marksOf(set, part), count, positiveWeights(marksOf(set, train), count));
}

function classesOf({ marks }: TrainingSet, { from, to }: Part): Int32Array {
  return Int32Array.from({ length: to - from }, (_, i) => marks[from + i]![0]!);
}

/** 1 where a sample has a label, else 0; row by row. */
function marksOf({ names, marks }: TrainingSet, { from, to }: Part): Uint8Array {
  const all = new Uint8Array((to - from) * names.length);
  for (let i = from; i < to; i++)
    for (const label of marks[i]!) all[(i - from) * names.length + label] = 1;
  return all;
}

function checkInitial({ norm, layers }: MlpWeights, inputs: number, outputs: number): void {
  const [from, to] = [norm.scales.length, layers.at(-1)!.biases.length];
  if (from !== inputs || to !== outputs)
    throw new UserError(
      `the initial weights take ${from} features to ${to} outputs, but the task has ${inputs} features and ${outputs} outputs`,
      "take weights of a network for this task",
    );
}

function checkLoss(loss: number, hint: string): void {
  if (!Number.isFinite(loss))
    throw new UserError(`training diverged: its loss became ${loss}`, hint);
}
