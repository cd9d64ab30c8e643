import { shown } from "../../../core/asking/shown.ts";
import type { RowFormat, RowPredictionFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { foldChoice } from "../choice-set.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";
import { cell, type Row, textList } from "./cell.ts";

/**
 * The columns of OpenSeeSimE's result files, in their order. The first eight and the last are those
 * of its samples.
 */
export const openseesimeColumns = [
  "file_name",
  "source_file",
  "question",
  "question_type",
  "question_id",
  "answer",
  "answer_choices",
  "correct_choice_idx",
  "model",
  "model_answer",
  "explanation",
  "correct",
  "media_type",
] as const;

/**
 * OpenSeeSimE's samples, from its data set or from one of its result files. The truth is the text
 * in `answer`, as in the original scoring; `correct_choice_idx` is kept as metadata only.
 */
export const openseesimeFormat: RowFormat<ChoiceSample> = {
  id: "openseesime",
  summary:
    "OpenSeeSimE: rows with file_name, source_file, question, question_type, question_id, answer, answer_choices, media_type",
  media: "bytes or path in `image` or `video`; else `file_name`",
  reads: "rows",
  read: readRow,
};

function readRow(row: unknown): Result<readonly ChoiceSample[]> {
  if (!isRecord(row))
    return failure(`a row must have the columns of OpenSeeSimE, but is ${shown(row)}`);
  const id = openseesimeId(row);
  if (id === undefined)
    return failure(
      `file_name, question_id and media_type name a row, but are ${shown([row.file_name, row.question_id, row.media_type])}`,
    );
  const kind = row.media_type;
  if (kind !== "image" && kind !== "video")
    return failure(`media_type is ${shown(kind)}, but must be "image" or "video"`);
  if (typeof row.question !== "string")
    return failure(`question is ${shown(row.question)}, but must be a text`);
  const choices = readChoices(row.answer_choices);
  if (!choices)
    return failure(
      `answer_choices is ${shown(row.answer_choices)}, but must be a list of 2 or more texts`,
    );
  const answer = readAnswer(row.answer, choices);
  if (answer === undefined)
    return failure(
      `answer is ${shown(row.answer)}, but must be the text of one of the choices ${shown(choices)}`,
    );
  return success([
    {
      id,
      group: String(row.file_name),
      question: row.question,
      choices,
      answer,
      ...(typeof row.question_type === "string" && row.question_type !== ""
        ? { type: row.question_type }
        : undefined),
      media: [{ kind, path: mediaPath(row[kind]) ?? String(row.file_name) }],
      metadata: {
        file_name: String(row.file_name),
        source_file: cell(row.source_file),
        question_id: cell(row.question_id),
        correct_choice_idx: cell(row.correct_choice_idx),
        media_type: kind,
      },
    },
  ]);
}

/** The three columns that name a sample; positions in a filtered set do not. */
export function openseesimeId({ file_name, question_id, media_type }: Row): string | undefined {
  const isNamed =
    typeof file_name === "string" &&
    file_name !== "" &&
    cell(question_id) !== null &&
    typeof media_type === "string";
  return isNamed ? `${file_name}/${cell(question_id)}/${media_type}` : undefined;
}

function readChoices(value: unknown): readonly string[] | undefined {
  const list = textList(value);
  return list && list.length >= 2 ? list : undefined;
}

function readAnswer(value: unknown, choices: readonly string[]): number | null | undefined {
  if (value === null || value === undefined || value === "") return null;
  const index = matchingChoice(String(value), choices);
  return index < 0 ? undefined : index;
}

function matchingChoice(text: string, choices: readonly string[]): number {
  return matchingChoices(text, choices)[0] ?? -1;
}

/** Choices that read exactly so; where none does, but for case and outer space. */
function matchingChoices(text: string, choices: readonly string[]): readonly number[] {
  const places = (isSame: (choice: string) => boolean) =>
    choices.flatMap((choice, at) => (isSame(choice) ? [at] : []));
  const exact = places((choice) => choice === text);
  const folded = foldChoice(text);
  return exact.length > 0 ? exact : places((choice) => foldChoice(choice) === folded);
}

/**
 * How a file says that there is no answer: in the first of these words that is none of the choices.
 */
export function noAnswerText(choices: readonly string[]): string {
  const isFree = (text: string) => matchingChoice(text, choices) < 0;
  const usual = ["None", ""].find(isFree);
  let text = usual ?? "no answer";
  while (usual === undefined && !isFree(text)) text += ".";
  return text;
}

/** What the explanation begins with where a system was never asked, or its answer is not there. */
export const missingMark = "missing: ";

function mediaPath(value: unknown): string | undefined {
  const path = isRecord(value) ? value.path : value;
  return typeof path === "string" && path !== "" ? path : undefined;
}

/**
 * Answers in OpenSeeSimE's result files, joined by file_name, question_id and media_type. Where the
 * text alone does not say which choice is meant, or whether `None` is a choice or no answer, the
 * column `correct` decides, as long as the file and the data agree on the truth.
 */
export const openseesimePredictions: RowPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "openseesime",
  summary:
    "OpenSeeSimE results: CSV rows with file_name, question_id, media_type, model_answer, explanation and correct",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) &&
    ["file_name", "question_id", "media_type", "model_answer"].every((column) => column in head),
  read(row) {
    const id = isRecord(row) ? openseesimeId(row) : undefined;
    if (!isRecord(row) || id === undefined)
      return failure(`a row must have file_name, question_id and media_type, but is ${shown(row)}`);
    const { model_answer = "", explanation = "", correct, answer } = row;
    return success({
      id,
      raw: {
        answer: model_answer ?? "",
        explanation: explanation ?? "",
        correct: correct ?? null,
        truth: answer ?? null,
      },
    });
  },
  interpret(raw, sample) {
    const { answer, explanation, correct, truth } = isRecord(raw) ? raw : {};
    const text = String(answer ?? "");
    const isSameTruth =
      sample.answer !== null &&
      matchingChoices(String(truth ?? ""), sample.choices).includes(sample.answer);
    const isCorrect = isSameTruth ? verdictOf(correct) : undefined;
    const named = matchingChoices(text, sample.choices);
    const choice = named.find(
      (one) => isCorrect === undefined || (one === sample.answer) === isCorrect,
    );
    const isSilent = text === noAnswerText(sample.choices) || text === "" || text === "None";
    if (isSilent && isSameTruth && correct === "")
      return noAnswer("failed", reasonOf(explanation, "the file says that this was not scored"));
    if (
      choice === undefined &&
      isSilent &&
      typeof explanation === "string" &&
      explanation.startsWith(missingMark)
    )
      return noAnswer("missing", explanation.slice(missingMark.length));
    if (choice === undefined && isSilent)
      return noAnswer("unparsed", reasonOf(explanation, "the file gives no answer"));
    if (choice === undefined && named.length > 0)
      return noAnswer(
        "unparsed",
        `correct is ${shown(correct)}, which does not fit the model_answer ${shown(answer)}`,
      );
    if (choice === undefined)
      return noAnswer("unparsed", `model_answer ${shown(answer)} is none of the choices`);
    return answered({
      choice,
      rule: "verbatim",
      ...(typeof explanation === "string" && explanation !== "" ? { explanation } : undefined),
    });
  },
};

/** As Python and tables spell it; `undefined` where the file does not say. */
function verdictOf(correct: unknown): boolean | undefined {
  if (typeof correct === "boolean") return correct;
  return correct === "True" || correct === "true"
    ? true
    : correct === "False" || correct === "false"
      ? false
      : undefined;
}

/** Without an answer, the explanation is the reason. */
function reasonOf(explanation: unknown, otherwise: string): string {
  return typeof explanation === "string" && explanation !== "" ? explanation : otherwise;
}
