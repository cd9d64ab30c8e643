import type { HeadOutput, Learning, MatchPool } from "../../core/asking/learning.ts";
import type { ArrayRef, NumberArray } from "../../core/data/array-ref.ts";
import { firstUnusable, unusableNumber } from "../../core/data/unusable-number.ts";
import type { SampleArrays } from "../../core/family/data-facet.ts";
import { failure, success } from "../../core/result.ts";
import { packValues, unpackValues } from "./packed-values.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "./schema.ts";
import { taskOf } from "./tasks.ts";

/** How heads learn windows: which columns of the table go in, and what should come out. */
export const episodeLearning: Learning<EpisodeSample, EpisodePrediction, EpisodeOptions> = {
  problem({ task }) {
    const { kind, projects = "query" } = taskOf(task);
    switch (kind) {
      case "labels":
        return { kind: "labels" };
      case "values":
        return { kind: "values" };
      case "match":
        return { kind: "match", projects };
      default:
        return { kind: "class" };
    }
  },
  inputs: ({ features }) => features?.inputs ?? [],
  combine: (arrays, { task }) =>
    task === "temporal_order" ? withDifference(arrays) : endToEnd(arrays),
  target({ truth, classes, features }, { compat }) {
    // Training samples know no other classes; under compat those of all rows count.
    const all = compat && classes ? classes : undefined;
    switch (truth?.kind) {
      case "class":
        return { kind: "class", label: truth.label, ...(all ? { classes: all } : {}) };
      case "labels":
        return { kind: "labels", labels: truth.labels, ...(all ? { vocabulary: all } : {}) };
      case "values":
        return truth.minus || truth.refs.length === 0
          ? { kind: "values", refs: [], values: unpackValues(truth.values ?? "") }
          : { kind: "values", refs: truth.refs };
      case "match":
        return features?.targets ? { kind: "values", refs: features.targets } : undefined;
      default:
        return undefined;
    }
  },
  reads: ({ episode, reads }) => reads && { recording: episode, ranges: reads },
  pool: poolOf,
  predict: predictionOf,
};

/** The first window, the second, and what changes between them. */
function withDifference(arrays: readonly NumberArray[]): Float32Array {
  const [a, b] = arrays as readonly [NumberArray, NumberArray];
  const width = a.values.length;
  const row = new Float32Array(width * 3);
  row.set(a.values);
  row.set(b.values, width);
  for (let at = 0; at < width; at++) row[2 * width + at] = b.values[at]! - a.values[at]!;
  return row;
}

function endToEnd(arrays: readonly NumberArray[]): Float32Array {
  const row = new Float32Array(arrays.reduce((sum, { values }) => sum + values.length, 0));
  let at = 0;
  for (const { values } of arrays) {
    row.set(values, at);
    at += values.length;
  }
  return row;
}

/** The tested windows of the same episode, at the same columns. */
function poolOf({ pool, features, windows }: EpisodeSample): MatchPool {
  const inputs = features?.inputs ?? [];
  const targets = features?.targets ?? [];
  const own = windows[0]!.index;
  const indices = (pool?.windows ?? []).flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  );
  return {
    id: pool?.id ?? "",
    items: indices.map((index) => {
      // Rows of the table are in the order of the windows.
      const moved = (ref: (typeof inputs)[number]) => {
        const row = (ref.rows?.[0] ?? own) + index - own;
        return { ...ref, rows: [row, row + 1] as const };
      };
      return { inputs: inputs.map(moved), targets: targets.map(moved) };
    }),
  };
}

/** What counts as chosen among labels that may all be true. */
const leastProbability = 0.5;

function predictionOf(output: HeadOutput, { pool }: EpisodeSample): EpisodePrediction {
  switch (output.kind) {
    case "class": {
      const best = highest(output.probabilities);
      return {
        label: output.classes[best] ?? null,
        confidence: Math.min(1, Math.max(0, output.probabilities[best] ?? 0)),
      };
    }
    case "labels": {
      const chosen = output.vocabulary.filter(
        (_, at) => output.probabilities[at]! >= leastProbability,
      );
      const best = output.vocabulary[highest(output.probabilities)];
      return { labels: chosen.length > 0 || best === undefined ? chosen : [best] };
    }
    case "values":
      return { values: packValues(output.values) };
    case "match": {
      const indices = (pool?.windows ?? []).flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, at) => from + at),
      );
      return { ranking: Array.from(output.order, (place) => indices[place]!) };
    }
  }
}

/** The first of the highest. */
function highest(values: Float64Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  return best;
}

/** Numbers that forecasts and reconstructions are scored by. Heads read theirs from the table. */
export const episodeArrays: SampleArrays<EpisodeSample, EpisodeOptions> = {
  files: ({ features }) => [
    ...new Set([...(features?.inputs ?? []), ...(features?.targets ?? [])].map(({ path }) => path)),
  ],
  wanted: (sample) => [...wantedTargets(sample), ...wantedLast(sample)],
  put(given, { digests, arrays }) {
    const sample = given.features
      ? { ...given, features: { ...given.features, digests: { ...digests } } }
      : given;
    const { truth } = sample;
    const targets = wantedTargets(sample).length;
    if (truth?.kind !== "values" || targets === 0) return success(sample);
    for (const [at, ref] of wantedTargets(sample).entries()) {
      const unusable = unusableNumber(ref, arrays[at]!);
      if (unusable)
        return failure(
          `${unusable.place} (counted from 0) is ${unusable.value}, and the target must be finite`,
        );
    }
    const added = endToEnd(arrays.slice(0, truth.refs.length));
    const taken = endToEnd(arrays.slice(truth.refs.length, targets));
    if (truth.minus && taken.length !== added.length)
      return failure(`${taken.length} numbers cannot be taken away from ${added.length}`);
    for (let at = 0; at < taken.length; at++) added[at]! -= taken[at]!;
    if (firstUnusable(added) !== undefined) return failure("the change is too large a number");
    return success({
      ...sample,
      ...lastOf(sample, arrays.slice(targets)),
      truth: { ...truth, values: packValues(added) },
    });
  },
  // Which blocks are read, and what follows from it, is what ablations change.
  paired: ({ features: _, set: __, last: ___, ...sample }) => sample,
};

function wantedTargets({ truth, split }: EpisodeSample): readonly ArrayRef[] {
  if (truth?.kind !== "values" || truth.values !== undefined) return [];
  if (split === "train" && !truth.minus) return [];
  return [...truth.refs, ...(truth.minus ?? [])];
}

/** Nothing is copied of training samples, nor where there is no target to compare it with. */
function wantedLast(sample: EpisodeSample): readonly ArrayRef[] {
  const { last } = sample;
  return last && "refs" in last && wantedTargets(sample).length > 0 ? last.refs : [];
}

/** What was last seen, with its numbers; left as it is where one of them is not finite. */
function lastOf(
  { last }: EpisodeSample,
  arrays: readonly NumberArray[],
): Pick<EpisodeSample, "last"> {
  const values = endToEnd(arrays);
  return last && "refs" in last && values.length > 0 && values.every(Number.isFinite)
    ? { last: { ...last, values: packValues(values) } }
    : {};
}
