import { analysisTable } from "../../report/analysis-table.ts";
import { absent, formatCount } from "../../report/format-number.ts";
import { leftColumn, type ReportTable, rightColumn } from "../../report/report-table.ts";
import { textColumns } from "../../report/text-columns.ts";
import type { TextStyle } from "../../report/text-style.ts";
import { wrapText } from "../../report/wrap-text.ts";
import type { NamedAnalysis, ScoredFigure, ScoredFiles } from "./metric-input.ts";

export interface Printed {
  readonly files: ScoredFiles;
  readonly scores: readonly ScoredFigure[];
}

/** Pieces of the one JSON document: `{<metric>: {value, low, high, interval, n, signature}}`, tables and curves as they are. */
export function* figuresJson({ files, scores }: Printed): Generator<string> {
  let start = "{";
  for (const { key, value, low, high, interval, n, segments, ...identity } of scores) {
    const described = JSON.stringify({ value, low, high, interval, n, signature: wholeSignature(identity) });
    yield `${start}${JSON.stringify(key)}:${segments ? described.slice(0, -1) : described}`;
    if (segments) {
      yield `,"${files.units}":`;
      yield* segmentsJson(segments, files.names);
      yield "}";
    }
    start = ",";
  }
  for (const { key, title, data } of files.analyses) {
    yield `${start}${JSON.stringify(key)}:${JSON.stringify({ title, ...data })}`;
    start = ",";
  }
  yield start === "{" ? "{}\n" : "}\n";
}

/** What was computed, of what was counted: METEOR with and without synonyms differs in the second only. */
function wholeSignature({ signature, measure }: Pick<ScoredFigure, "signature" | "measure">): string {
  return `${signature} of ${measure}`;
}

/** By name where units have one, else in their order. */
function* segmentsJson(segments: Float64Array, names: readonly string[] | undefined): Generator<string> {
  yield names ? "{" : "[";
  for (let i = 0; i < segments.length; i++) {
    const value = Number.isNaN(segments[i]) ? "null" : String(segments[i]);
    yield `${i === 0 ? "" : ","}${names ? `${JSON.stringify(names[i])}:` : ""}${value}`;
  }
  yield names ? "}" : "]";
}

export interface Page {
  readonly style: TextStyle;
  readonly width: number;
}

/** The same for people: scores with intervals, what they rest on, signatures; tables after them. */
export function* figuresText({ files, scores }: Printed, page: Page): Generator<string> {
  if (scores.length > 0) {
    yield lines(textColumns(scoreTable(scores, files.units), page));
    yield lines(intervalNotes(scores, page.width));
    yield lines(["", page.style.bold("signatures"), ...signatureLines(scores)]);
  }
  for (const analysis of files.analyses) yield lines(["", page.style.bold(analysis.title), ...analysisLines(analysis, page)]);
  yield* segmentLines({ files, scores });
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line.trimEnd()}\n`).join("");
}

function scoreTable(scores: readonly ScoredFigure[], units: string): ReportTable {
  return {
    title: "",
    columns: [leftColumn("metric"), leftColumn("what it is"), rightColumn("score"), rightColumn("95 % interval"), rightColumn(units)],
    rows: scores.map(({ key, title, value, low, high, n, isCount }) => [
      key,
      title,
      isCount ? formatCount(value) : decimal(value),
      low === null || high === null ? absent : `${decimal(low)} to ${decimal(high)}`,
      formatCount(n),
    ]),
    isWrapped: true,
  };
}

/** Four decimals, as trec_eval prints. */
function decimal(value: number | null): string {
  return value === null ? absent : value.toFixed(4);
}

/** How the intervals were made: said once for all that were made alike. */
function intervalNotes(scores: readonly ScoredFigure[], width: number): string[] {
  const methods = Map.groupBy(scores, ({ interval }) => interval);
  return [...methods].flatMap(([method, own]) => {
    const whose = methods.size === 1 ? "" : `${own.map(({ key }) => key).join(", ")}: `;
    return wrapText(`95 % interval: ${whose}${method}`, width);
  });
}

/** Not wrapped: a signature is there to be copied and compared. */
function signatureLines(scores: readonly ScoredFigure[]): string[] {
  const widest = Math.max(...scores.map(({ key }) => key.length));
  return scores.map((score) => `${score.key.padEnd(widest)}  ${wholeSignature(score)}`);
}

/** As wide as they are: a number that is cut to fit is another number. */
function analysisLines({ title, data }: NamedAnalysis, { style }: Page): string[] {
  const page = { style, width: Number.POSITIVE_INFINITY };
  if (data.kind === "table") {
    const table = analysisTable(title, data);
    return [...textColumns(table, page), ...(table.notes ?? [])];
  }
  const rows = data.points.map((point) => point.map((value) => decimal(value)));
  return textColumns({ title, columns: [rightColumn(data.x), rightColumn(data.y)], rows }, page);
}

/** One line per unit, columns separated by tabs, so that a million of them can be written as they come. */
function* segmentLines({ files, scores }: Printed): Generator<string> {
  const own = scores.filter(({ segments }) => segments !== undefined);
  if (own.length === 0) return;
  yield `\n${[files.units, ...own.map(({ key }) => key)].join("\t")}\n`;
  for (let i = 0; i < files.n; i++) {
    const cells = own.map(({ segments }) => (Number.isNaN(segments![i]) ? absent : segments![i]!.toFixed(4)));
    yield `${[files.names?.[i] ?? String(i + 1), ...cells].join("\t")}\n`;
  }
}
