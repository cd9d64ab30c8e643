import type { Weights } from "../../core/scores/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { choiceOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";

/** What metrics of single labels read of one sample. */
export interface HasLabels {
  /** `null` where the truth is hidden: the sample does not count. */
  readonly truth: string | null;
  /** `null` where there is no answer: a miss of the true class and a false alarm of none. */
  readonly predicted: string | null;
  /** The labels on offer; needed by the class set `options` only. */
  readonly options?: readonly string[];
}

/** What metrics of sets of labels read of one sample; a label named twice counts once. */
export interface HasLabelSets {
  /** `null` where the truth is hidden: the sample does not count. */
  readonly truths: readonly string[] | null;
  /** Empty where there is no answer. */
  readonly predictions: readonly string[];
  /** The labels on offer; needed by the class set `options` only. */
  readonly options?: readonly string[];
}

/**
 * Which classes an average runs over, always of the whole prepared set. `support`: those with a
 * true sample. `union`: those that are true or predicted somewhere, scikit-learn's default.
 * `options`: those offered, true or predicted somewhere.
 */
export type ClassSet = "support" | "union" | "options";

/** Weights of one class under one weighting. */
export interface ClassTotals {
  readonly hits: number;
  readonly misses: number;
  readonly falseAlarms: number;
}

/**
 * Evidence packed by class: what each sample adds to the hits, misses and false alarms of which
 * class.
 */
export interface ClassCounts {
  /** In the order of their first appearance. */
  readonly classes: readonly string[];
  /** The indices of a class set. */
  classSet(set: ClassSet): readonly number[];
  /** Counts the samples under this weighting; the result is good until the next call. */
  count(weights?: Weights): (classIndex: number) => ClassTotals;
}

/** Bins per class: hits, misses, false alarms. */
const binsPerClass = 3;

/** Packs single labels. */
export function countLabels(evidence: Iterable<HasLabels>): ClassCounts {
  return countLabelSets(asSets(evidence));
}

function* asSets(evidence: Iterable<HasLabels>): Generator<HasLabelSets> {
  for (const { truth, predicted, options } of evidence) {
    const sets = {
      truths: truth === null ? null : [truth],
      predictions: predicted === null ? [] : [predicted],
    };
    yield options ? { ...sets, options } : sets;
  }
}

/** Packs sets of labels. */
export function countLabelSets(evidence: Iterable<HasLabelSets>): ClassCounts {
  const { indices, samples, bins, sampleCount, withoutOptions } = packEvents(evidence);
  const sums = new Float64Array(indices.size * binsPerClass);
  const totals = (index: number): ClassTotals => ({
    hits: sums[index * binsPerClass]!,
    misses: sums[index * binsPerClass + 1]!,
    falseAlarms: sums[index * binsPerClass + 2]!,
  });
  return {
    classes: [...indices.keys()],
    classSet(set) {
      if (set === "options" && withoutOptions > 0) {
        throw new RangeError(
          `the class set "options" needs the labels on offer, but ${withoutOptions} samples have none`,
        );
      }
      const isTrue = new Set<number>();
      const isSeen = new Set<number>();
      for (const bin of bins) {
        const index = Math.floor(bin / binsPerClass);
        isSeen.add(index);
        if (bin % binsPerClass !== 2) isTrue.add(index);
      }
      return [...indices.values()].filter(
        (index) => set === "options" || (set === "union" ? isSeen : isTrue).has(index),
      );
    },
    count(weights) {
      if (weights) assertWeights(weights, sampleCount);
      sums.fill(0);
      for (let event = 0; event < bins.length; event++)
        sums[bins[event]!]! += weights ? weights[samples[event]!]! : 1;
      return totals;
    },
  };
}

interface Events {
  readonly indices: ReadonlyMap<string, number>;
  /** The sample of each event. */
  readonly samples: Uint32Array;
  /** The bin of each event. */
  readonly bins: Uint32Array;
  readonly sampleCount: number;
  readonly withoutOptions: number;
}

function packEvents(evidence: Iterable<HasLabelSets>): Events {
  const indices = new Map<string, number>();
  const indexOf = (name: string): number => {
    const known = indices.get(name);
    if (known !== undefined) return known;
    indices.set(name, indices.size);
    return indices.size - 1;
  };
  const samples = growing.words();
  const bins = growing.words();
  let sampleCount = 0;
  let withoutOptions = 0;
  for (const { truths, predictions, options } of evidence) {
    const sample = sampleCount++;
    if (truths === null) continue;
    if (!options) withoutOptions++;
    for (const option of options ?? []) indexOf(option);
    const add = (name: string, bin: number) => {
      samples.push(sample);
      bins.push(indexOf(name) * binsPerClass + bin);
    };
    const truthSet = new Set(truths);
    const predictionSet = new Set(predictions);
    for (const name of truthSet) add(name, predictionSet.has(name) ? 0 : 1);
    for (const name of predictionSet) if (!truthSet.has(name)) add(name, 2);
  }
  return { indices, samples: samples.view(), bins: bins.view(), sampleCount, withoutOptions };
}

export const classesOption = choiceOption(
  {
    name: "classes",
    default: "union",
    meaning:
      "support: labels with a true sample (Xperience task suite); union: true or predicted ones (scikit-learn, ViSTa); options: offered, true or predicted ones (Qwen3-Omni evaluator, SOPilot; in tables, the column options). Always of the whole set, also in slices and resamples.",
  },
  ["support", "union", "options"],
);
