import type { RejudgeDocument } from "../../summary/rejudge-summary.ts";
import {
  rejudgedTaskTitle,
  rejudgeHeadline,
  rejudgeNotes,
  rejudgeTables,
} from "../table/rejudge-tables.ts";
import { singleLine } from "./display-width.ts";
import { markLines } from "./text-style.ts";
import { joinBlocks, noteTexts, type Page, tableLines } from "./text-table.ts";
import { wrapText } from "./wrap-text.ts";

/** What `vidimus rejudge` found, for the terminal. */
export function rejudgeText(
  document: RejudgeDocument,
  view: { readonly all: boolean; readonly mostListed: number },
  page: Page,
): string {
  const { style, width } = page;
  const tone = document.complete ? style.green : style.yellow;
  return joinBlocks([
    [
      ...markLines(wrapText(singleLine(rejudgeHeadline(document)), width), tone),
      ...document.notes.flatMap((note) => markLines(wrapText(note, width), style.yellow)),
    ],
    ...document.tasks.flatMap((task) => [
      [
        ...markLines(wrapText(singleLine(rejudgedTaskTitle(task)), width), style.bold),
        ...noteTexts(rejudgeNotes(task), page),
      ],
      ...rejudgeTables(task, view).map((table) => tableLines(table, page)),
    ]),
    noteTexts(
      [
        `scores of the run by the new judge: vidimus score ${document.run} --judged-by ${document.name}`,
      ],
      page,
    ),
  ]);
}
