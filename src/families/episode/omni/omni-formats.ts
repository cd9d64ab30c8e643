import type { RowFormat, RowPredictionFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { misfit } from "../misfit.ts";
import type { EpisodePrediction, EpisodeSample } from "../schema.ts";
import { answerKeys, answerOf, matchLabel, readAnswer } from "./window-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

const truthNames = ["target", "truth", "reference", "answer"];
const replyNames = [
  "reply",
  "response",
  "output",
  "generated_text",
  "raw_prediction",
  "prediction",
];

function first(row: Fields, names: readonly string[]): unknown {
  return names.map((name) => row[name]).find((value) => value !== undefined);
}

/** The reply of a row or answer, or the row itself where it has the keys of an answer. */
function replyIn(row: Fields): unknown {
  return (
    first(row, replyNames) ?? (answerKeys.some((key) => row[key] !== undefined) ? row : undefined)
  );
}

const nothingRead = { answer: answerOf({}), isComplete: false };

function idOf(row: Fields): string | undefined {
  const id = row.id ?? row.sample_id;
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  return row.episode !== undefined && row.window_index !== undefined
    ? `${row.episode}/${row.window_index}`
    : undefined;
}

/** Windows with the seven fields that an omni model should answer. */
export const omniFormat: RowFormat<EpisodeSample> = {
  id: "omni",
  summary:
    "Rows of the omni-model evaluation: id, target (action, subtask, objects, contact, transition, next_action), and where wanted episode, label_options, start_frame, end_frame",
  reads: "rows",
  suits: { task: "structured_answer" },
  read(row) {
    if (!isRecord(row)) return failure("must be an object");
    const id = idOf(row);
    if (id === undefined) return failure("id is missing");
    const given = first(row, truthNames);
    const truth = typeof given === "string" ? readAnswer(given)?.answer : undefined;
    if (!isRecord(given) && !truth)
      return failure("target is missing: an object with action, subtask, objects and so on");
    const options = row.label_options;
    const labels = Array.isArray(options)
      ? options
      : isRecord(options) && Array.isArray(options.action)
        ? options.action
        : undefined;
    const episode = typeof row.episode === "string" ? row.episode : "episode";
    const start = Number(row.start_frame ?? 0);
    const end = Math.max(start, Number(row.end_frame ?? start));
    return success([
      {
        ...(labels ? { classes: labels.map(String) } : {}),
        episode,
        group: episode,
        id,
        ...(typeof row.split === "string" ? { split: row.split } : {}),
        task: "structured_answer",
        truth: { kind: "answer", answer: truth ?? answerOf(given as Fields) },
        windows: [
          {
            centerFrame: Math.floor((start + end) / 2),
            endFrame: end,
            index: Number(row.window_index ?? 0),
            startFrame: start,
          },
        ],
      },
    ]);
  },
};

/** Replies of an omni model: one JSON object with seven keys each. */
export const omniPredictions: RowPredictionFormat<EpisodeSample, EpisodePrediction> = {
  id: "omni",
  summary:
    "Rows with id and the reply of an omni model (reply, response, output or prediction): a JSON object with action, subtask, objects, contact, transition, next_action, evidence_window; these may also stand beside id",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) && idOf(head) !== undefined && readAnswer(replyIn(head)) !== undefined,
  // Texts are answers of nothing else.
  accepts: (reply) =>
    typeof reply === "string" || (isRecord(reply) && replyIn(reply) !== undefined),
  reply(raw) {
    const text = isRecord(raw) ? replyIn(raw) : raw;
    return typeof text === "string" ? text : undefined;
  },
  read(row) {
    const id = isRecord(row) ? idOf(row) : undefined;
    return id === undefined ? failure("id is missing") : success({ id, raw: row });
  },
  interpret(raw, sample) {
    const read = readAnswer(isRecord(raw) ? replyIn(raw) : raw);
    const { answer, isComplete } = read ?? nothingRead;
    const prediction = {
      answer: { ...answer, action: matchLabel(answer.action, sample.classes ?? []) },
      isComplete,
    };
    const wrong = misfit(prediction, sample);
    if (wrong !== undefined) return noAnswer("unparsed", wrong);
    return read ? answered(prediction) : noAnswer("unparsed", "the reply holds no JSON object");
  },
};
