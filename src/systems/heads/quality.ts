import { forBlocks, type Numbers, type Rows } from "../../math/learning/rows.ts";
import type { Answerer } from "./head-model.ts";
import { someRows } from "./row-store.ts";
import type { TrainingSet } from "./training-set.ts";

/** How well samples are answered, in the words of the report. */
export interface Quality {
  readonly figures: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

/** Which samples of a training set. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

interface AnswerWay {
  readonly inputs: Rows;
  readonly answer: Answerer;
  /** Of numbers that are standardised by now: what one of them is in its own unit. */
  readonly deviations?: Float64Array | undefined;
}

/**
 * How well a head answers samples of its training set, with warnings where it does no better than
 * it would without learning.
 */
export async function qualityOf(
  set: TrainingSet,
  part: Part,
  { inputs, answer, deviations }: AnswerWay,
): Promise<Quality> {
  const measure = measures[set.problem.kind](set, part, deviations);
  await forBlocks(someRows(inputs, part.from, part.to), async (values, from) =>
    measure.add(await answer(values), part.from + from),
  );
  return measure.finish();
}

interface Measuring {
  add(answers: Float64Array, first: number): void | Promise<void>;
  finish(): Quality;
}

const measures = { class: ofClasses, labels: ofLabels, values: ofValues, match: ofValues };

/** A class is as good as certain. */
const certain = 1 - 1e-6;

function ofClasses({ names, marks }: TrainingSet, { from, to }: Part): Measuring {
  const right = new Float64Array(names.length);
  const counts = new Float64Array(names.length);
  let saturated = 0;
  return {
    add(answers, first) {
      for (let at = 0, row = first; at < answers.length; at += names.length, row++) {
        const own = answers.subarray(at, at + names.length);
        const best = highest(own);
        const [truth] = marks[row]!;
        counts[truth!]! += 1;
        if (best === truth) right[best]! += 1;
        if (own[best]! > certain) saturated += 1;
      }
    },
    finish() {
      const samples = to - from;
      const accuracy = sum(right) / samples;
      const present = counts.reduce((n, count) => n + (count > 0 ? 1 : 0), 0);
      const balanced =
        sum(right.map((n, place) => (counts[place] === 0 ? 0 : n / counts[place]!))) / present;
      const chance = 1 / present;
      const noise = 2 * Math.sqrt((chance * (1 - chance)) / samples);
      const isChance = present > 1 && balanced <= chance + noise;
      return {
        figures: { accuracy },
        warnings: isChance
          ? [
              `training did not converge: the head answers its own training samples at the level of chance (balanced accuracy ${balanced.toFixed(4)}, chance ${chance.toFixed(4)})${
                saturated > samples / 2
                  ? `, with probabilities that are saturated for ${saturated} of ${samples}`
                  : ""
              }`,
            ]
          : [],
      };
    },
  };
}

function ofLabels({ names, marks }: TrainingSet): Measuring {
  let [both, said, true_] = [0, 0, 0];
  return {
    add(answers, first) {
      for (let at = 0, row = first; at < answers.length; at += names.length, row++) {
        const truth = new Set(marks[row]!);
        true_ += truth.size;
        for (let j = 0; j < names.length; j++)
          if (answers[at + j]! >= 0.5) {
            said += 1;
            if (truth.has(j)) both += 1;
          }
      }
    },
    finish: () => ({
      figures: { "micro F1": said + true_ === 0 ? 0 : (2 * both) / (said + true_) },
      warnings: true_ === 0 ? ["no training sample has any label: there is nothing to learn"] : [],
    }),
  };
}

/** R² over all numbers: against the mean of each over the same samples. */
function ofValues(
  { values }: TrainingSet,
  { from, to }: Part,
  deviations?: Float64Array,
): Measuring {
  const { width } = values!;
  const sums = new Float64Array(width);
  let [squares, errors] = [0, 0];
  return {
    async add(answers, first) {
      const truth: Numbers = await values!.read(first, first + answers.length / width);
      for (let i = 0; i < answers.length; i++) {
        const unit = deviations?.[i % width] ?? 1;
        const value = truth[i]! * unit;
        sums[i % width]! += value;
        squares += value * value;
        errors += (value - answers[i]! * unit) ** 2;
      }
    },
    finish() {
      const samples = to - from;
      const spread = squares - sum(sums.map((total) => (total * total) / samples));
      return ofR2(1 - errors / spread);
    },
  };
}

export function ofR2(r2: number): Quality {
  return {
    figures: Number.isFinite(r2) ? { "R²": r2 } : {},
    warnings:
      r2 > 0
        ? []
        : [
            `training did not converge: the head answers its own training samples no better than their mean (R² ${r2.toFixed(4)})`,
          ],
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The first of the highest. */
function highest(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}
