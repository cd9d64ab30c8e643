import { analysisTable } from "../../../report/table/analysis-table.ts";
import { leftColumn, type ReportTable, rightColumn } from "../../../report/table/report-table.ts";
import { textColumns } from "../../../report/text/text-columns.ts";
import { markLines, type TextStyle } from "../../../report/text/text-style.ts";
import { wrapText } from "../../../report/text/wrap-text.ts";
import {
  absent,
  formatCount,
  formatProbability,
  formatTies,
} from "../../../summary/format-number.ts";
import type { AgainstFile, NamedAnalysis, Printed, ScoredFigure } from "./metric-input.ts";
import { signatureLines } from "./signature-lines.ts";

export interface Page {
  readonly style: TextStyle;
  readonly width: number;
  /**
   * Of tables and curves, which may need more than a page where no terminal would break their
   * lines; `width` where left out.
   */
  readonly tableWidth?: number;
}

/** The same for people: scores with intervals, what they rest on, signatures; tables after them. */
export function* figuresText(
  { files, scores, against = [] }: Printed,
  page: Page,
): Generator<string> {
  if (scores.length > 0) {
    yield lines(
      textColumns(
        scoreTable(scores, { units: files.units, hasTitles: page.width >= narrowPage }),
        page,
      ),
    );
    yield lines(intervalNotes(scores, page.width));
    yield lines(
      scores.flatMap(({ key, ties }) =>
        ties ? wrapText(formatTies(key, ties, "plain"), page.width) : [],
      ),
    );
    for (const other of against) yield lines(againstLines(other, page));
    yield lines([
      "",
      `${page.style.bold("signatures")} (each one whole: --json)`,
      ...signatureLines(scores, page.width),
    ]);
  }
  for (const analysis of files.analyses)
    yield lines([
      "",
      ...markLines(wrapText(analysis.title, page.width), page.style.bold),
      ...analysisLines(analysis, page),
    ]);
  yield* segmentLines({ files, scores });
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line.trimEnd()}\n`).join("");
}

/** On narrower pages the names of metrics must do. */
const narrowPage = 60;

function scoreTable(
  scores: readonly ScoredFigure[],
  { units, hasTitles }: { readonly units: string; readonly hasTitles: boolean },
): ReportTable {
  const titles = hasTitles ? [leftColumn("what it is")] : [];
  return {
    title: "",
    columns: [
      leftColumn("metric"),
      ...titles,
      rightColumn("score"),
      rightColumn("95 % interval"),
      rightColumn(units),
    ],
    rows: scores.map(({ key, title, value, low, high, n, isCount }) => [
      key,
      ...(hasTitles ? [title] : []),
      isCount ? formatCount(value) : decimal(value),
      low === null || high === null ? absent : `${decimal(low)} to ${decimal(high)}`,
      formatCount(n),
    ]),
    isWrapped: true,
  };
}

/** What the figures are set against: the other's score, and the difference. */
function againstLines({ path, scores }: AgainstFile, page: Page): string[] {
  const rows = [...scores].map(([key, score]) => [
    key,
    decimal(score.value),
    signedDecimal(score.difference),
    score.low === null || score.high === null
      ? absent
      : `${signedDecimal(score.low)} to ${signedDecimal(score.high)}`,
    formatProbability(score.p),
    decimal(score.minimumDetectableEffect),
  ]);
  const columns = [
    leftColumn("metric"),
    ...["other score", "difference", "95 % interval", "p", "detectable"].map(rightColumn),
  ];
  const tests = [...new Set([...scores.values()].map(({ test }) => `p: ${test}`))];
  const means = [...scores].flatMap(([key, { means: found }]) =>
    found ? [`${key}: ${meanText(found.own)} against ${meanText(found.other)} over resamples`] : [],
  );
  const remarks = Map.groupBy(
    [...scores].filter(([, { remark }]) => remark !== undefined),
    ([, { remark }]) => remark!,
  );
  const cautions = [...remarks].map(
    ([remark, own]) => `caution, ${own.map(([key]) => key).join(", ")}: ${remark}`,
  );
  return [
    "",
    ...markLines(wrapText(`against ${path}`, page.width), page.style.bold),
    ...textColumns({ title: "", columns, rows, isWrapped: true }, page),
    ...[...tests, ...means, ...cautions].flatMap((note) => wrapText(note, page.width)),
  ];
}

function meanText({ mean, halfWidth }: { readonly mean: number; readonly halfWidth: number }) {
  return `${decimal(mean)} ± ${decimal(halfWidth)}`;
}

function signedDecimal(value: number | null): string {
  return value === null
    ? absent
    : `${value > 0 ? "+" : value < 0 ? "−" : ""}${decimal(Math.abs(value))}`;
}

/** Four decimals, as trec_eval prints. */
function decimal(value: number | null): string {
  return value === null ? absent : value.toFixed(4);
}

/** How the intervals were made: once for most, then what else there is by name. */
function intervalNotes(scores: readonly ScoredFigure[], width: number): string[] {
  const isMade = ([figure]: readonly ScoredFigure[]) => Number(figure!.low !== null);
  const methods = [...Map.groupBy(scores, ({ interval }) => interval)].sort(
    ([, a], [, b]) => isMade(b) - isMade(a) || b.length - a.length,
  );
  return methods.flatMap(([method, own], at) =>
    wrapText(
      at === 0
        ? `95 % interval: ${method}`
        : `of ${own.map(({ key }) => key).join(", ")}: ${method}`,
      width,
    ),
  );
}

function analysisLines(
  { title, data }: NamedAnalysis,
  { style, width, tableWidth = width }: Page,
): string[] {
  const page = { style, width: tableWidth };
  if (data.kind === "table") {
    const table = analysisTable(title, data);
    return [
      ...textColumns(table, page),
      ...(table.notes ?? []).flatMap((note) => wrapText(note, width)),
    ];
  }
  const rows = data.points.map((point) => point.map((value) => decimal(value)));
  return textColumns({ title, columns: [rightColumn(data.x), rightColumn(data.y)], rows }, page);
}

/**
 * One line per unit, columns separated by tabs, so that a million of them can be written as they
 * come.
 */
function* segmentLines({ files, scores }: Printed): Generator<string> {
  const own = scores.filter(({ segments }) => segments !== undefined);
  if (own.length === 0) return;
  yield `\n${[files.units, ...own.map(({ key }) => key)].join("\t")}\n`;
  for (let i = 0; i < files.n; i++) {
    const cells = own.map(({ segments }) =>
      Number.isNaN(segments![i]) ? absent : segments![i]!.toFixed(4),
    );
    yield `${[files.names?.[i] ?? String(i + 1), ...cells].join("\t")}\n`;
  }
}
