import type { ArraySource } from "../../core/data/array-ref.ts";
import type { MajorityBaseline } from "../../core/family/proof-facet.ts";
import type { Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { packValues, unpackValues } from "./packed-values.ts";
import type { EpisodePrediction, EpisodeSample } from "./schema.ts";
import { type TaskKind, taskOf } from "./tasks.ts";

/** What is known of the training samples. */
interface Usual {
  /** How often each label was true, in the order of first appearance. */
  readonly counts: readonly (readonly [label: string, count: number])[];
  readonly samples: number;
  /** Means of what was to be predicted, number by number, packed; `null` where there are none. */
  readonly means: string | null;
}

/**
 * What is true of most training samples: the most frequent class, the first met of equally frequent
 * ones; labels that at least half of them have; of numbers their means. A window to find has no such
 * answer.
 */
export const majorityBaseline: MajorityBaseline<EpisodeSample, EpisodePrediction> = {
  async fit(train, arrays) {
    const counts = new Map<string, number>();
    const means = new Means();
    let samples = 0;
    for await (const batch of train)
      for (const sample of batch) {
        const { truth } = sample;
        samples++;
        const names =
          truth?.kind === "class" ? [truth.label] : truth?.kind === "labels" ? truth.labels : [];
        for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
        if (truth?.kind === "values") means.add(await valuesOf(sample, arrays), sample.id);
      }
    const usual: Usual = { counts: [...counts], samples, means: means.packed() };
    return usual as unknown as Json;
  },
  predict(state, { task }) {
    const { counts, samples, means } = state as unknown as Usual;
    const { kind } = taskOf(task);
    if (kind === "labels")
      return {
        labels: counts.filter(([, count]) => count * 2 >= samples).map(([name]) => name),
      };
    if (kind === "values") return { values: means };
    const [most] = counts.toSorted(([, a], [, b]) => b - a);
    return { label: most?.[0] ?? null };
  },
  lacks(state, { task }) {
    const { counts, means } = state as unknown as Usual;
    const { kind } = taskOf(task);
    const never = meaningless[kind];
    if (never !== undefined) return `the majority baseline does not apply to ${task}: ${never}`;
    const isKnown = kind === "labels" || (kind === "values" ? means !== null : counts.length > 0);
    return isKnown ? undefined : `no training sample of ${task} has a target`;
  },
};

const meaningless: Readonly<Partial<Record<TaskKind, string>>> = {
  match: "every query has a window of its own to find, so that none is the most frequent",
  answer: "an answer has seven fields, which have no most frequent value together",
};

/** The numbers that a training sample should be predicted as, read where it only refers to them. */
async function valuesOf(
  { truth }: EpisodeSample,
  arrays: ArraySource | undefined,
): Promise<ArrayLike<number> | undefined> {
  if (truth?.kind !== "values") return undefined;
  if (truth.values !== undefined) return unpackValues(truth.values);
  if (!arrays || truth.minus || truth.refs.length === 0) return undefined;
  const parts: number[] = [];
  for (const ref of truth.refs)
    for (const value of (await arrays.read(ref)).values) parts.push(value);
  return parts;
}

/** Means of rows of equal length, added up one by one. */
class Means {
  #sums: Float64Array | undefined;
  #rows = 0;

  add(row: ArrayLike<number> | undefined, id: string): void {
    if (!row || row.length === 0) return;
    this.#sums ??= new Float64Array(row.length);
    if (row.length !== this.#sums.length)
      throw new UserError(
        `training sample ${id}: has ${row.length} numbers to predict, but those before have ${this.#sums.length}`,
      );
    for (let at = 0; at < row.length; at++) this.#sums[at]! += row[at]!;
    this.#rows++;
  }

  packed(): string | null {
    return this.#sums ? packValues(this.#sums.map((sum) => sum / this.#rows)) : null;
  }
}
