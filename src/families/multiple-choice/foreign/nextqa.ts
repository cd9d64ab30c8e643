import { shown } from "../../../core/asking/shown.ts";
import type {
  DocumentPredictionFormat,
  RawPrediction,
  RowFormat,
} from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { namedChoice } from "../named-choice.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";

const typeNames: Readonly<Record<string, string>> = {
  C: "causal",
  T: "temporal",
  D: "descriptive",
};

/**
 * The multiple-choice questions of NExT-QA: CSV rows with five choices each. NExT-GQA calls the
 * video `video_id` and writes the text of the right choice instead of its index. Columns that are
 * not named here are ignored.
 */
export const nextqaFormat: RowFormat<ChoiceSample> = {
  id: "nextqa",
  summary:
    "NExT-QA multiple choice: CSV with video (or video_id, as NExT-GQA), frame_count, width, height, question, answer, qid, type, a0 to a4",
  media: "`<video>`",
  reads: "rows",
  read: readRow,
};

function readRow(row: unknown): Result<readonly ChoiceSample[]> {
  if (!isRecord(row))
    return failure(`a row must have the columns of NExT-QA, but is ${shown(row)}`);
  const choices = [row.a0, row.a1, row.a2, row.a3, row.a4];
  const videoColumn = row.video === undefined && row.video_id !== undefined ? "video_id" : "video";
  const absent = [videoColumn, "qid", "question", "type", "a0", "a1", "a2", "a3", "a4"].find(
    (column) => !isCell(row[column]),
  );
  if (absent)
    return failure(`column "${absent}" is ${shown(row[absent])}; NExT-QA has a value there`);
  const subtype = String(row.type);
  const type = typeNames[subtype.charAt(0)];
  if (!type)
    return failure(
      `column "type" is ${shown(row.type)}, but must begin with C (causal), T (temporal) or D (descriptive)`,
    );
  const answer = readAnswer(row.answer, { choices, isTextFirst: videoColumn === "video_id" });
  if (answer === undefined)
    return failure(
      `column "answer" is ${shown(row.answer)}, but must be an index from 0 to 4, the text of a choice, or empty where it is hidden`,
    );
  const video = String(row[videoColumn]);
  return success([
    {
      id: `${video}_${row.qid}`,
      group: video,
      question: String(row.question),
      choices: choices.map(String),
      answer,
      type,
      media: [impliedVideo([video])],
      metadata: {
        qid: String(row.qid),
        subtype,
        frame_count: count(row.frame_count),
        width: count(row.width),
        height: count(row.height),
      },
    },
  ]);
}

function isCell(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

interface Answering {
  readonly choices: readonly unknown[];
  /** Whether a text that is also an index, such as a count, is the text. */
  readonly isTextFirst: boolean;
}

function readAnswer(
  value: unknown,
  { choices, isTextFirst }: Answering,
): number | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  const index = [0, 1, 2, 3, 4].find((one) => one === Number(value));
  const place = choices.findIndex((choice) => String(choice) === String(value));
  const text = place < 0 ? undefined : place;
  return isTextFirst ? (text ?? index) : (index ?? text);
}

function count(value: unknown): number | null {
  const number = value === "" || value === undefined || value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/**
 * Answers as NExT-QA's own evaluation reads them. The truth that such a file repeats is ignored:
 * the data set's counts.
 */
export const nextqaPredictions: DocumentPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "nextqa",
  summary:
    'NExT-QA results: one JSON object, {"<video>_<qid>": {"prediction": index, "answer": index}}',
  reads: "document",
  recognises(head) {
    return (
      isRecord(head) && Object.keys(head).length > 0 && Object.values(head).every(isPredictionEntry)
    );
  },
  read(document) {
    if (!isRecord(document))
      return failure(`the document must be an object by sample id, but is ${shown(document)}`);
    const predictions: RawPrediction[] = [];
    for (const [id, entry] of Object.entries(document)) {
      if (!isPredictionEntry(entry))
        return failure(
          `"${id}" is ${shown(entry)}, but must be an object with a whole number as "prediction"`,
        );
      predictions.push({ id, raw: entry.prediction });
    }
    return success(predictions);
  },
  interpret(raw, sample) {
    const choice = namedChoice(raw, sample.choices);
    return choice.ok ? answered({ choice: choice.value }) : noAnswer("unparsed", choice.reason);
  },
};

function isPredictionEntry(value: unknown): value is { readonly prediction: number } {
  return isRecord(value) && Number.isInteger(value.prediction);
}
