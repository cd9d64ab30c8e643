import { formatCount, formatInterval, formatPercent } from "../../summary/format-number.ts";
import type {
  LoadDocument,
  LoadVerdict,
  ShadowResult,
} from "../../summary/performance/load-summary.ts";
import {
  differingTable,
  durationText,
  lengthTable,
  loadComparisonTable,
  loadTable,
  loadTitle,
  sweepTable,
} from "../table/load-table.ts";
import { singleLine } from "./display-width.ts";
import { joinBlocks, type Page, tableLines } from "./text-table.ts";
import { wrapText } from "./wrap-text.ts";

/** What a load came to, for the terminal. */
export function loadText(document: LoadDocument, page: Page): string {
  const wrapped = (text: string) => wrapText(singleLine(text), page.width);
  if (document.schema === "vidimus-load-sweep/1") {
    const { knee, brokenAt } = document.sweep;
    const found =
      knee === null
        ? "the first rate is already too much"
        : brokenAt === null
          ? `kept up to ${knee} requests per second, the highest that was tried`
          : `kept up to ${Number(knee.toFixed(2))} requests per second, not at ${Number(brokenAt.toFixed(2))}`;
    return joinBlocks([wrapped(found), tableLines(sweepTable(document.sweep), page)]);
  }
  if (document.schema === "vidimus-shadow/1") {
    const { shadow } = document;
    return joinBlocks([
      [shadow.a, shadow.b].flatMap((one) => wrapped(`${one.url}: ${loadTitle(one)}`)),
      tableLines(loadComparisonTable(shadow), page),
      shadowLines(shadow).flatMap(wrapped),
      tableLines(differingTable(shadow.answers), page),
      [shadow.a, shadow.b].flatMap(({ remarks }) => remarks.flatMap(wrapped)),
    ]);
  }
  if (document.schema === "vidimus-load-comparison/1") {
    const { a, b } = document.comparison;
    return joinBlocks([
      [a, b].flatMap((one) => wrapped(`${one.url}: ${loadTitle(one)}`)),
      tableLines(loadComparisonTable(document.comparison), page),
      [a, b].flatMap(({ remarks }) => remarks.flatMap(wrapped)),
    ]);
  }
  const errors = Object.entries(document.errors).map(([cause, count]) => `${cause}: ${count}`);
  return joinBlocks([
    wrapped(loadTitle(document)),
    tableLines(loadTable(document), page),
    document.byLength ? tableLines(lengthTable(document.byLength), page) : [],
    errors.length > 0
      ? wrapped(
          `${formatPercent(document.errorRate)} of the requests were not answered (${errors.join(", ")}); percentiles are of the others`,
        )
      : [],
    document.remarks.flatMap(wrapped),
    (document.targets ?? []).map((verdict) => verdictLine(verdict, page)),
  ]);
}

function shadowLines({ answers, leftOut, onlyFirst, onlySecond }: ShadowResult): string[] {
  const { samples, same, share, low, high } = answers;
  const interval = formatInterval(low, high, "percent");
  return [
    share === null
      ? "no sample was answered by both"
      : `the same answers to ${formatCount(same)} of ${formatCount(samples)} samples (${formatPercent(share)}, 95 % interval ${interval})`,
    ...(onlyFirst > 0 ? [`${formatCount(onlyFirst)} requests only the first answered`] : []),
    ...(onlySecond > 0 ? [`${formatCount(onlySecond)} requests only the second answered`] : []),
    ...(leftOut > 0
      ? [`${formatCount(leftOut)} copies were left out: the second service had too many open`]
      : []),
  ];
}

function verdictLine(verdict: LoadVerdict, { style }: Page): string {
  const { measure, below, value, isKept } = verdict;
  const text = (number: number | null) =>
    measure === "errorRate" ? formatPercent(number) : durationText(number);
  const line = `${isKept ? "✓" : "✗"} ${measure} ${text(value)}, to be below ${text(below)}`;
  return isKept ? style.green(line) : style.red(line);
}
