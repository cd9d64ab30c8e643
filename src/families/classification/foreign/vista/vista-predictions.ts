import type { RowPredictionFormat } from "../../../../core/data/format.ts";
import { type Noticing, noticingAll } from "../../../../core/family/noticing.ts";
import { isRecord } from "../../../../core/json.ts";
import { failure, success } from "../../../../core/result.ts";
import { answered, noAnswer } from "../../../../core/run/outcome.ts";
import { type LabelPrediction, type LabelSample, strangeLabel } from "../../schema.ts";

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

interface ResultRow {
  readonly label: string;
  readonly score: number | null;
  /** As the file has it; absent where it has none. */
  readonly truth?: string;
  /** Set where the row names no model. */
  readonly isNameless?: true;
}

/**
 * Results of ViSTa: all rows of a task and video together are the prediction of a model. The truth
 * of the data counts, and a remark says where that of the file is another; an empty score is none.
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
    const { task, video, label, model, true_label: truth } = row;
    for (const column of ["task", "video", "label"])
      if (isEmpty(row[column]))
        return failure(`${column} is missing; a row has ${resultColumns.join(", ")}`);
    const score = scoreOf(row.score);
    if (score === undefined)
      return failure(`score is ${JSON.stringify(row.score)}, but must be a number or empty`);
    const raw: ResultRow = {
      label: String(label),
      score,
      ...(isEmpty(truth) ? {} : { truth: String(truth) }),
      ...(isEmpty(model) ? { isNameless: true } : {}),
    };
    return success({
      id: `${String(task)}/${String(video).replace(/^\.\//, "")}`,
      raw,
      ...(isEmpty(model) ? {} : { variant: String(model) }),
    });
  },
  interpret(raw, sample) {
    const scores = new Map<string, number | null>();
    for (const { label, score, isNameless } of raw as readonly ResultRow[]) {
      // A row that is there twice says the same twice.
      if (scores.has(label) && scores.get(label) !== score)
        return noAnswer(
          "unparsed",
          `"${label}" has several rows with different scores${isNameless ? "; the column model is missing, which tells models apart" : ""}`,
        );
      scores.set(label, score);
    }
    const given = [...scores].filter(([, score]) => score !== null);
    if (given.length === 0) return noAnswer("unparsed", "no label has a score");
    const prediction = { scores: Object.fromEntries(given) as Record<string, number> };
    const stranger = strangeLabel(prediction, sample);
    return stranger === undefined ? answered(prediction) : noAnswer("unparsed", stranger);
  },
  notice: () => noticingAll([noticeTruths(), noticeRepeats()]),
};

/** Rows that a file holds more than once. */
function noticeRepeats(): Noticing<{ readonly raw: unknown; readonly sample: LabelSample }> {
  let count = 0;
  return {
    add({ raw }) {
      const rows = raw as readonly ResultRow[];
      count += rows.length - new Set(rows.map(({ label, score }) => `${score} ${label}`)).size;
    },
    finish: () =>
      count === 0
        ? []
        : [`${count} ${count === 1 ? "row repeats" : "rows repeat"} another word for word`],
  };
}

/** So many videos are named. */
const namedVideos = 3;

/** Files that were made with other labels than those of the data. */
function noticeTruths(): Noticing<{ readonly raw: unknown; readonly sample: LabelSample }> {
  const named: string[] = [];
  let count = 0;
  return {
    add({ raw, sample: { id, truth } }) {
      const other = (raw as readonly ResultRow[]).find(
        (row) => truth !== null && row.truth !== undefined && !isSame(row.truth, truth),
      );
      if (other === undefined) return;
      if (count++ < namedVideos) named.push(`${id}: "${other.truth}", not "${truth!.join(",")}"`);
    },
    finish() {
      if (count === 0) return [];
      const videos = count === 1 ? "1 video has" : `${count} videos have`;
      const more = count > named.length ? "; …" : "";
      return [
        `${videos} another true_label than in the data, which counts (${named.join("; ")}${more})`,
      ];
    },
  };
}

/** Several labels have commas between, and ids may hold commas themselves. */
function isSame(text: string, truth: readonly string[]): boolean {
  const sorted = (parts: readonly string[]) =>
    parts
      .map((part) => part.trim())
      .toSorted()
      .join();
  return text === truth.join(",") || sorted(text.split(",")) === sorted(truth);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** `null`: no score. `undefined`: none that can be read. */
function scoreOf(value: unknown): number | null | undefined {
  if (isEmpty(value)) return null;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
