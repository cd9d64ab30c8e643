import type { ComparedTask, ComparisonDocument } from "../../summary/comparison-summary.ts";
import {
  comparedMetricsTable,
  flipTable,
  noiseTable,
  pairTable,
  sliceDifferenceTable,
} from "../table/comparison-tables.ts";
import { singleLine } from "./display-width.ts";
import { markLines } from "./text-style.ts";
import { joinBlocks, type Page, tableLines } from "./text-table.ts";
import { wrapText } from "./wrap-text.ts";

export interface ComparisonView {
  /** Whether all metrics and slices are shown. */
  readonly all: boolean;
  /** Whether samples are listed that systems score differently on. */
  readonly flips: boolean;
}

/** Without `--all`. */
const mostMetrics = 8;
/** From so many columns on all figures have one of their own. */
const wide = 140;

/** A comparison for the terminal. */
export function comparisonText(
  { tasks, notes }: ComparisonDocument,
  view: ComparisonView,
  page: Page,
): string {
  return joinBlocks([
    notes.flatMap((note) => markLines(wrapText(singleLine(note), page.width), page.style.yellow)),
    ...tasks.flatMap((task) => taskBlocks(task, view, page)),
  ]);
}

function taskBlocks(task: ComparedTask, { all, flips }: ComparisonView, page: Page): string[][] {
  const { style, width } = page;
  const isBrief = width < wide;
  return [
    markLines(wrapText(singleLine(comparedTaskTitle(task)), width), style.bold),
    ...task.comparisons.flatMap((comparison) => [
      tableLines(
        comparedMetricsTable(comparison, { isBrief, ...(all ? {} : { most: mostMetrics }) }),
        page,
      ),
      tableLines(noiseTable(comparison, all ? {} : { most: mostMetrics }), page),
      all ? tableLines(sliceDifferenceTable(comparison, { isBrief }), page) : [],
      flips ? tableLines(flipTable(comparison), page) : [],
    ]),
    tableLines(pairTable(task), page),
  ];
}

/** "qa · multiple-choice · large". */
export function comparedTaskTitle({ id, family, of }: ComparedTask): string {
  return [id, family, ...(of === undefined ? [] : [of])].join(" · ");
}
