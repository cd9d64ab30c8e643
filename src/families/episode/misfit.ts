import { unpackValues } from "./packed-values.ts";
import type { EpisodePrediction, EpisodeSample } from "./schema.ts";
import { type TaskKind, taskOf } from "./tasks.ts";

const wanted: Readonly<
  Record<TaskKind, { readonly members: readonly string[]; readonly text: string }>
> = {
  class: { members: ["label"], text: "a label" },
  pair: { members: ["label"], text: "a label, 0 or 1" },
  labels: { members: ["labels"], text: "a list of labels" },
  values: { members: ["values"], text: "values" },
  match: {
    members: ["ranking", "rank"],
    text: "a ranking of windows, or the rank of the right one",
  },
  answer: { members: ["answer"], text: "the seven fields of an answer" },
};

/** Why a prediction cannot be about this sample: it answers another question, or has other numbers. */
export function misfit(prediction: EpisodePrediction, sample: EpisodeSample): string | undefined {
  const { members, text } = wanted[taskOf(sample.task).kind];
  if (!members.some((name) => name in prediction)) return `${sample.task} asks for ${text}`;
  if (taskOf(sample.task).kind === "pair" && "label" in prediction) {
    const { label } = prediction;
    return label === null || label === "0" || label === "1"
      ? undefined
      : `${sample.task} asks for ${text}, not ${JSON.stringify(label)}`;
  }
  if (!("values" in prediction) || prediction.values === null) return undefined;
  const values = valuesOf(prediction);
  if (values === undefined) return "values are no numbers in base64";
  if (values.some((value) => !Number.isFinite(value)))
    return "values hold a number that is not finite";
  const truth = sample.truth?.kind === "values" ? sample.truth.values : undefined;
  const expected = truth === undefined ? undefined : unpackValues(truth)?.length;
  return expected === undefined || expected === values.length
    ? undefined
    : `${values.length} numbers are predicted, but there are ${expected} true ones`;
}

/** The numbers of a prediction; `undefined` where it has none. */
export function valuesOf(
  prediction: EpisodePrediction,
): Float32Array | readonly number[] | undefined {
  if (!("values" in prediction) || prediction.values === null) return undefined;
  return typeof prediction.values === "string"
    ? unpackValues(prediction.values)
    : prediction.values;
}
