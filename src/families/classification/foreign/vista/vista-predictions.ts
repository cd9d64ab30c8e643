import type { RowPredictionFormat } from "../../../../core/data/format.ts";
import { isRecord } from "../../../../core/json.ts";
import { failure, success } from "../../../../core/result.ts";
import { answered, noAnswer } from "../../../../core/run/outcome.ts";
import type { LabelPrediction, LabelSample } from "../../schema.ts";

/** The columns of ViSTa's results: a row for each video and label. */
export const resultColumns = [
  "task",
  "model",
  "video",
  "label",
  "label_idx",
  "score",
  "true_label",
  "true_label_idx",
] as const;

/**
 * Results of ViSTa: all rows of a task and video together are the prediction of a model. The truth
 * of the data counts, not that of the file; an empty score is none.
 */
export const vistaPredictions: RowPredictionFormat<LabelSample, LabelPrediction> = {
  id: "vista",
  summary: `ViSTa results (CSV or JSON): rows of ${resultColumns.join(", ")}`,
  reads: "rows",
  gathers: true,
  variantsAreSystems: true,
  recognises: (head) =>
    isRecord(head) && ["task", "video", "label", "score"].every((column) => column in head),
  read(row) {
    if (!isRecord(row)) return failure("a row must be an object");
    const { task, video, label, model } = row;
    for (const column of ["task", "video", "label"])
      if (row[column] === undefined || row[column] === null || row[column] === "")
        return failure(`${column} is missing; a row has ${resultColumns.join(", ")}`);
    const score = scoreOf(row.score);
    if (score === undefined)
      return failure(`score is ${JSON.stringify(row.score)}, but must be a number or empty`);
    return success({
      id: `${String(task)}/${String(video).replace(/^\.\//, "")}`,
      raw: { label: String(label), score },
      ...(model === undefined || model === null || model === "" ? {} : { variant: String(model) }),
    });
  },
  interpret(raw, { labels }) {
    const rows = raw as readonly { readonly label: string; readonly score: number | null }[];
    const known = new Set(labels.map(({ id }) => id));
    const scores = new Map<string, number | null>();
    for (const { label, score } of rows) {
      if (!known.has(label))
        return noAnswer("unparsed", `"${label}" is none of the labels ${[...known].join(", ")}`);
      if (scores.has(label)) return noAnswer("unparsed", `"${label}" has several rows`);
      scores.set(label, score);
    }
    const given = [...scores].filter(([, score]) => score !== null);
    return given.length === 0
      ? noAnswer("unparsed", "no label has a score")
      : answered({ scores: Object.fromEntries(given) as Record<string, number> });
  },
};

/** `null`: no score. `undefined`: none that can be read. */
function scoreOf(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
