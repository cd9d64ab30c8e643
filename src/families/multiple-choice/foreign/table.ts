import { shown } from "../../../core/asking/shown.ts";
import type { RowFormat } from "../../../core/data/format.ts";
import type { MediaRef } from "../../../core/data/sample.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { choiceLetter } from "../choice-letter.ts";
import { namedChoice } from "../named-choice.ts";
import type { ChoiceSample } from "../schema.ts";
import { metadataOf, type Row, textCell, textList } from "./cell.ts";

const idColumns = ["id", "index", "question_id", "qid"] as const;
const typeColumns = ["type", "category"] as const;
const taken = new Set<string>([
  ...idColumns,
  ...typeColumns,
  "question",
  "choices",
  "answer",
  "image",
  "video",
  "group",
  "split",
]);

/**
 * Tables of questions: one column per choice, named A, B, C and so on, as spreadsheets and
 * VLMEvalKit have them.
 */
export const tableFormat: RowFormat<ChoiceSample> = {
  id: "csv",
  summary:
    "CSV or TSV: id (or index), question, the columns A, B, C … or choices (a JSON list), answer; and where wanted type (or category), image, video, group, split; other columns are metadata",
  media: "columns `image` and `video`, as in `jsonl`",
  reads: "rows",
  read: (row) =>
    isRecord(row) ? readTableRow(row) : failure(`a row must have columns, but is ${shown(row)}`),
};

/** A row of a table with a column for each choice. */
export function readTableRow(row: Row): Result<readonly ChoiceSample[]> {
  const id = first(row, idColumns);
  if (id === undefined)
    return failure(
      "there is no id: one of the columns id, index, question_id and qid must have a value",
    );
  if (typeof row.question !== "string")
    return failure(`question is ${shown(row.question)}, but must be a text`);
  const choices = "choices" in row ? textList(row.choices) : letteredColumns(row);
  if (!choices || choices.length < 2)
    return failure(
      "there must be 2 or more choices: in the columns A, B, C and so on, or as a JSON list in the column choices",
    );
  const answer = readAnswer(row.answer, choices);
  if (!answer.ok) return failure(`answer: ${answer.reason}`);
  const media = readMedia(row);
  const type = first(row, typeColumns);
  const split = textCell(row.split);
  return success([
    {
      id,
      group: textCell(row.group) ?? media[0]?.path ?? id,
      ...(split === undefined ? {} : { split }),
      question: row.question,
      choices,
      answer: answer.value,
      ...(type === undefined ? {} : { type }),
      media,
      metadata: metadataOf(
        row,
        Object.keys(row).filter((column) => !taken.has(column) && !/^[A-Z]$/.test(column)),
      ),
    },
  ]);
}

/** The columns A, B and so on as far as they have values. */
export function letteredColumns(row: Row): readonly string[] {
  const choices: string[] = [];
  for (
    let text = textCell(row.A);
    text !== undefined;
    text = textCell(row[choiceLetter(choices.length)])
  )
    choices.push(text);
  return choices;
}

function first(row: Row, columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const found = textCell(row[column]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * An index comes as digits from a table, which knows only texts; a text of a choice or a letter is
 * taken first.
 */
function readAnswer(value: unknown, choices: readonly string[]): Result<number | null> {
  const given = textCell(value);
  if (given === undefined) return success(null);
  const named = namedChoice(typeof value === "number" ? value : given, choices);
  return !named.ok && /^\s*\d+\s*$/.test(given) ? namedChoice(Number(given), choices) : named;
}

function readMedia(row: Row): readonly MediaRef[] {
  return (["image", "video"] as const).flatMap((kind) => {
    const path = textCell(isRecord(row[kind]) ? row[kind].path : row[kind]);
    return path === undefined ? [] : [{ kind, path }];
  });
}
