import type {
  Learning,
  LearningProblem,
  LearningTarget,
  SampleReads,
} from "../../core/asking/learning.ts";
import type { ArrayRef, ArraySource } from "../../core/data/array-ref.ts";
import type { Sample } from "../../core/data/sample.ts";
import { firstUnusable, unusableNumber } from "../../core/data/unusable-number.ts";
import { UserError } from "../../core/user-error.ts";
import type { Numbers } from "../../math/learning/rows.ts";
import { endToEnd, readArrays } from "./read-rows.ts";
import { openRowStore, type RowStore } from "./row-store.ts";

export type AnyLearning = Learning<Sample, unknown, unknown>;

/** What a family says about a task's samples. */
export interface Lesson {
  readonly learning: AnyLearning;
  readonly options: unknown;
  readonly arrays: ArraySource;
}

/** Features and targets of all training samples. */
export interface TrainingSet extends Disposable {
  readonly problem: LearningProblem;
  readonly inputs: RowStore;
  /** Of classes and labels: those that there are, in the order of their first appearance. */
  readonly names: readonly string[];
  /** Of each sample its classes, or its labels, as places in `names`. */
  readonly marks: readonly (readonly number[])[];
  /** Of numbers and matches. */
  readonly values: RowStore | undefined;
  /** Of each sample what it reads of which recording, where the family says so. */
  readonly reads: readonly (SampleReads | undefined)[];
  /** Samples without a truth. */
  readonly skipped: number;
}

/** Samples whose arrays are read together. */
export const readTogether = 256;

/** Reads what samples are learnt from. */
export async function readTrainingSet(
  samples: AsyncIterable<readonly Sample[]>,
  lesson: Lesson,
  { memoryBytes, signal }: { readonly memoryBytes: number; readonly signal: AbortSignal },
): Promise<TrainingSet> {
  const { learning, options, arrays } = lesson;
  const names = new Map<string, number>();
  const marks: (readonly number[])[] = [];
  const reads: (SampleReads | undefined)[] = [];
  const stores: { inputs?: RowStore; values?: RowStore } = {};
  let skipped = 0;

  async function add(
    which: "inputs" | "values",
    row: Numbers,
    { id, refs }: { readonly id: string; readonly refs: readonly ArrayRef[] },
  ): Promise<void> {
    const at = firstUnusable(row);
    if (at !== undefined)
      throw new UserError(
        `sample "${id}": number ${at + 1} of its ${nouns[which]} is ${row[at]}${await placeIn(arrays, refs)}`,
        "features and targets must be finite",
      );
    stores[which] ??= openRowStore({
      width: row.length,
      isDouble: row instanceof Float64Array,
      memoryBytes,
    });
    const store = stores[which];
    if (row.length !== store.width)
      throw new UserError(
        `sample "${id}" has ${row.length} ${nouns[which]}, but those before have ${store.width}`,
        "all samples of a task must have equally many",
      );
    store.add(row);
  }

  for await (const batch of samples)
    for (let from = 0; from < batch.length; from += readTogether) {
      signal.throwIfAborted();
      const taught = batch.slice(from, from + readTogether).flatMap((sample) => {
        const target = learning.target(sample, options);
        return target ? [{ sample, target }] : [];
      });
      skipped += Math.min(readTogether, batch.length - from) - taught.length;
      const rows = await inputRows(
        lesson,
        taught.map(({ sample }) => learning.inputs(sample, options)),
      );
      const targets = await targetRows(
        arrays,
        taught.map(({ target }) => target),
      );
      for (const [i, { sample, target }] of taught.entries()) {
        const { id } = sample;
        await add("inputs", rows[i]!, { id, refs: learning.inputs(sample, options) });
        if (target.kind === "values") await add("values", targets[i]!, { id, refs: target.refs });
        else marks.push(placesOf(target, names));
        reads.push(learning.reads?.(sample, options));
      }
    }
  const { inputs, values } = stores;
  if (!inputs)
    throw new UserError(
      "no training sample has a truth to learn from",
      "name data with labels as data.train, or as the split train",
    );
  return {
    ...{ problem: learning.problem(options), inputs, values, marks, reads, skipped },
    names: [...names.keys()],
    [Symbol.dispose]() {
      inputs[Symbol.dispose]();
      values?.[Symbol.dispose]();
    },
  };
}

const nouns = { inputs: "features", values: "target numbers" };

/** Rows of features, each from several references. */
export async function inputRows(
  { learning, options, arrays }: Lesson,
  refs: readonly ReturnType<AnyLearning["inputs"]>[],
): Promise<readonly Numbers[]> {
  const found = await readArrays(arrays, refs.flat());
  return partsOf(found, refs).map((parts) => learning.combine?.(parts, options) ?? endToEnd(parts));
}

/** Rows of target numbers; empty for targets of other kinds. */
export async function targetRows(
  arrays: ArraySource,
  targets: readonly LearningTarget[],
): Promise<readonly Numbers[]> {
  const refs = targets.map((target) => (target.kind === "values" ? target.refs : []));
  const found = await readArrays(arrays, refs.flat());
  return partsOf(found, refs).map((parts, i) => {
    const target = targets[i]!;
    if (target.kind !== "values") return new Float32Array(0);
    return target.values ?? endToEnd(parts);
  });
}

/** A list in parts as long as the given ones. */
function partsOf<T>(list: readonly T[], sizes: readonly { length: number }[]): readonly T[][] {
  let at = 0;
  return sizes.map(({ length }) => {
    at += length;
    return list.slice(at - length, at);
  });
}

function placesOf(
  target: Exclude<LearningTarget, { kind: "values" }>,
  names: Map<string, number>,
): readonly number[] {
  const place = (name: string) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, names.size);
    return names.size - 1;
  };
  // Where all are named, their order is the one that counts.
  const all = target.kind === "class" ? target.classes : target.vocabulary;
  if (all && names.size < all.length) for (const name of all) place(name);
  return target.kind === "class" ? [place(target.label)] : target.labels.map(place);
}

/** Where a file has the number that is not finite; nothing where it was computed from finite ones. */
async function placeIn(source: ArraySource, refs: readonly ArrayRef[]): Promise<string> {
  for (const ref of refs) {
    const found = unusableNumber(ref, await source.read(ref));
    if (found) return ` (${found.place}, counted from 0)`;
  }
  return "";
}
