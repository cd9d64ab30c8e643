import { shown } from "../../core/asking/shown.ts";
import type { PredictionFormat, RowPredictionFormat } from "../../core/data/format.ts";
import { isRecord } from "../../core/json.ts";
import { failure, success } from "../../core/result.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { answerMapPredictions } from "./foreign/answer-map.ts";
import { egoschemaPredictions } from "./foreign/egoschema.ts";
import { inspectEvalPredictions, inspectPredictions } from "./foreign/inspect.ts";
import { lmEvalPredictions } from "./foreign/lm-eval.ts";
import { nextqaPredictions } from "./foreign/nextqa.ts";
import { openseesimePredictions } from "./foreign/openseesime.ts";
import { promptfooPredictions } from "./foreign/promptfoo.ts";
import { seesimPilotPredictions } from "./foreign/seesim-pilot.ts";
import { videoMmePredictions } from "./foreign/video-mme.ts";
import { vlmEvalKitPredictions } from "./foreign/vlmevalkit.ts";
import { namedChoice } from "./named-choice.ts";
import { readReply } from "./parse.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

type Row = Readonly<Record<string, unknown>>;

/** Layouts whose rows may also have an id and an answer. */
const ofOthers = [openseesimePredictions, lmEvalPredictions, inspectEvalPredictions];

/**
 * Spellings of a choice, then of a reply. `answer` is none of them, since many files keep the truth
 * under that name.
 */
const choiceKeys = ["choice", "prediction"] as const;
const replyKeys = ["reply", "response"] as const;
const answerKeys: readonly string[] = [...choiceKeys, ...replyKeys];

/**
 * The plain format: an id with the choice that was made, or with the reply as the model wrote it.
 * Other keys are ignored.
 */
const plainPredictions: RowPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "plain",
  summary:
    'Rows with id and either choice (index from 0, text or letter; also "prediction") or reply (as the model wrote it; also "response")',
  reads: "rows",
  recognises: (head) =>
    isRecord(head) &&
    rowId(head) !== undefined &&
    givenKeys(head).length === 1 &&
    !ofOthers.some((format) => format.recognises(head)),
  accepts: (reply) =>
    isRecord(reply) &&
    [reply.choice, reply.reply, reply.response].some((said) => typeof said === "string"),
  read(row) {
    if (!isRecord(row))
      return failure(`a row must be an object with id and choice or reply, but is ${shown(row)}`);
    const id = rowId(row);
    if (id === undefined)
      return failure(`id is ${shown(row.id)}, but must be a text or a whole number`);
    const keys = givenKeys(row);
    if (keys.length !== 1)
      return failure(
        `"${id}" has ${keys.join(" and ") || "no answer"}, but needs exactly one of ${answerKeys.join(", ")}`,
      );
    return success({ id, raw: row });
  },
  reply(raw) {
    const text = isRecord(raw) ? (raw.reply ?? raw.response) : undefined;
    return typeof text === "string" ? text : undefined;
  },
  interpret(raw, sample) {
    if (!isRecord(raw)) return noAnswer("unparsed", `${shown(raw)} is no prediction`);
    const reply = raw.reply ?? raw.response;
    if (typeof reply === "string") return readReply(reply, sample.choices);
    if (reply !== undefined && reply !== null)
      return noAnswer("unparsed", `the reply is ${shown(reply)}, but must be a text`);
    return readChoice(raw, sample);
  },
};

/** Foreign prediction layouts. No file is recognised by two of them. */
export const predictionFormats: readonly PredictionFormat<ChoiceSample, ChoicePrediction>[] = [
  plainPredictions,
  nextqaPredictions,
  seesimPilotPredictions,
  openseesimePredictions,
  answerMapPredictions,
  egoschemaPredictions,
  videoMmePredictions,
  lmEvalPredictions,
  inspectPredictions,
  inspectEvalPredictions,
  vlmEvalKitPredictions,
  promptfooPredictions,
];

function rowId({ id }: Row): string | undefined {
  if (typeof id === "number" && Number.isSafeInteger(id)) return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

function givenKeys(row: Row): readonly string[] {
  return answerKeys.filter((key) => row[key] !== undefined);
}

function readChoice(row: Row, sample: ChoiceSample): Outcome<ChoicePrediction> {
  const value = row.choice ?? row.prediction;
  if (value === undefined || value === null || value === "")
    return noAnswer("unparsed", "the file gives no choice");
  let choice = namedChoice(value, sample.choices);
  // CSV files hold texts only, so an index comes as digits.
  if (!choice.ok && typeof value === "string" && /^\s*\d+\s*$/.test(value))
    choice = namedChoice(Number(value), sample.choices);
  if (!choice.ok) return noAnswer("unparsed", choice.reason);
  const { rule, explanation } = row;
  return answered({
    choice: choice.value,
    ...(typeof rule === "string" && rule !== "" ? { rule } : undefined),
    ...(typeof explanation === "string" && explanation !== "" ? { explanation } : undefined),
  });
}
