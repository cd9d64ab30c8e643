import { shown } from "../../../core/asking/shown.ts";
import type { DataFolder } from "../../../core/data/data-file.ts";
import type {
  FolderFormat,
  FolderPiece,
  Format,
  RowFormat,
  RowPredictionFormat,
} from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { namedChoice } from "../named-choice.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";
import { metadataOf, type Row, textCell, textList } from "./cell.ts";
import { withoutLetters } from "./lettered-options.ts";

const rows: RowFormat<ChoiceSample> = {
  id: "egoschema",
  summary:
    "EgoSchema: rows of questions.json (q_uid, question, option 0 to option 4) or of the hub's tables (question_idx, video_idx, question, option, answer)",
  media: "`<q_uid>`, usually in `videos/`",
  reads: "rows",
  read: (row) => readRow(row, undefined),
};

const folder: FolderFormat<ChoiceSample> = {
  id: "egoschema-folder",
  summary:
    "EgoSchema as its repository has it: a folder with questions.json and subset_answers.json; questions without an answer are hidden",
  media: "`<q_uid>`, usually in `videos/`",
  reads: "folder",
  read: readFolder,
};

/** EgoSchema, five choices to a question of three minutes of video. Only 500 answers are public. */
export const egoschemaFormats: readonly Format<ChoiceSample>[] = [rows, folder];

async function* readFolder(data: DataFolder): AsyncGenerator<FolderPiece<ChoiceSample>> {
  const names = await data.list("**/*.json");
  const questions = names.find((name) => /(?:^|\/)questions\.json$/.test(name));
  const answers = names.find((name) => /(?:^|\/)(?:subset_)?answers\.json$/.test(name));
  if (questions === undefined)
    yield { where: "", read: failure("there is no questions.json in the folder") };
  else {
    const truths = answers === undefined ? {} : await data.json(answers);
    if (!isRecord(truths))
      yield {
        where: answers!,
        read: failure(`must be an object from q_uid to index, but is ${shown(truths)}`),
      };
    else
      for await (const batch of data.rows(questions))
        for (const { line, value } of batch)
          yield { where: `${questions}:${line}`, read: readRow(value, truths) };
  }
}

function readRow(row: unknown, truths: Row | undefined): Result<readonly ChoiceSample[]> {
  if (!isRecord(row))
    return failure(`a row must have the fields of EgoSchema, but is ${shown(row)}`);
  const id = textCell(row.q_uid) ?? textCell(row.video_idx);
  if (id === undefined)
    return failure(
      `q_uid is ${shown(row.q_uid)}, but must be a text (video_idx in the hub's tables)`,
    );
  if (typeof row.question !== "string")
    return failure(`question is ${shown(row.question)}, but must be a text`);
  const choices = readChoices(row);
  if (!choices)
    return failure(
      'there must be five choices: the fields "option 0" to "option 4", or a list "option"',
    );
  const given = truths?.[id] ?? row.truth ?? row.answer;
  const answer = readAnswer(given, choices);
  if (answer === undefined)
    return failure(
      `answer is ${shown(given)}, but must be an index from 0 to ${choices.length - 1}`,
    );
  return success([
    {
      id,
      group: id,
      question: row.question,
      choices,
      answer,
      media: [impliedVideo([id], `videos/${id}.mp4`)],
      metadata: metadataOf(row, "question_idx" in row ? ["question_idx"] : ["google_drive_id"]),
    },
  ]);
}

function readChoices(row: Row): readonly string[] | undefined {
  const list =
    "option" in row ? textList(row.option) : [0, 1, 2, 3, 4].map((index) => row[`option ${index}`]);
  if (!list || list.length < 2) return undefined;
  return list.every((choice): choice is string => typeof choice === "string" && choice !== "")
    ? withoutLetters(list)
    : undefined;
}

function readAnswer(value: unknown, choices: readonly string[]): number | null | undefined {
  if (value === null || value === undefined || value === "") return null;
  const index = Number(value);
  return Number.isInteger(index) && index >= 0 && index < choices.length ? index : undefined;
}

/** Submissions to its competition, as this family writes them too. */
export const egoschemaPredictions: RowPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "egoschema",
  summary: "EgoSchema submission: CSV with q_uid and answer (index from 0), and nothing else",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) && Object.keys(head).length === 2 && "q_uid" in head && "answer" in head,
  read(row) {
    const id = isRecord(row) ? textCell(row.q_uid) : undefined;
    return id === undefined || !isRecord(row)
      ? failure(`a row must have q_uid, but is ${shown(row)}`)
      : success({ id, raw: row.answer ?? "" });
  },
  interpret(raw, { choices }) {
    if (raw === "" || Number(raw) === -1) return noAnswer("unparsed", "the file gives no answer");
    const choice = namedChoice(Number(raw), choices);
    return choice.ok ? answered({ choice: choice.value }) : noAnswer("unparsed", choice.reason);
  },
};
