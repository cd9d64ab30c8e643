import { findById } from "../../../core/registry.ts";
import { metricList } from "../../../metrics/index.ts";
import type { MetricPage } from "../../../metrics/metric-declaration.ts";
import { leftColumn } from "../../../report/table/report-table.ts";
import { textColumns } from "../../../report/text/text-columns.ts";
import { markLines } from "../../../report/text/text-style.ts";
import { wrapText } from "../../../report/text/wrap-text.ts";
import { dashed } from "./dashed.ts";
import type { Page } from "./figures-text.ts";
import type { LoadedInput, OfferedMetric } from "./metric-input.ts";
import { brokenAtBars } from "./signature-lines.ts";

export interface ListRequest extends Page {
  /** Metrics to tell more about; all are listed where none is named. */
  readonly names: readonly string[];
  readonly json: boolean;
}

/** What `vidimus metric --list` prints. */
export async function listMetrics(
  inputs: readonly LoadedInput[],
  { names, json, ...page }: ListRequest,
): Promise<string> {
  const all = inputs.flatMap((input) =>
    input.metrics.map((metric) => ({ ...metric, id: metric.offer.id, input })),
  );
  const wanted = names.length === 0 ? all : names.flatMap((name) => named(inputs, all, name));
  if (json) return `${JSON.stringify({ schema: "vidimus-list/1", metrics: wanted.map(listed) })}\n`;
  if (names.length === 0) return inputs.map((input) => inputText(input, page)).join("\n");
  const pages = await metricPages();
  return wanted.map((one) => detail(one, pages.get(one.page), page)).join("\n");
}

/** The pages of all metrics by id. */
async function metricPages(): Promise<ReadonlyMap<string, MetricPage>> {
  const modules = await Promise.all(metricList.map(({ load }) => load()));
  const pages = modules.flatMap(({ declarations }) => declarations);
  return new Map(
    pages.flatMap(({ id, page }) => (typeof page === "function" ? [[id, page()] as const] : [])),
  );
}

interface Listed extends OfferedMetric {
  readonly id: string;
  readonly input: LoadedInput;
}

function named(
  inputs: readonly LoadedInput[],
  all: readonly Listed[],
  name: string,
): readonly Listed[] {
  const input = inputs.find(({ id }) => id === name);
  if (input && !all.some(({ id }) => id === name)) return all.filter((one) => one.input === input);
  return [findById(all, name, "metric")];
}

function listed({ id, offer, options: own, page, input }: Listed) {
  const options = own.map(({ name, default: usual, meaning, expects }) => ({
    name,
    default: usual,
    meaning,
    expects,
  }));
  return { id, title: offer.title, input: input.id, reads: input.usage, options, pages: [page] };
}

function inputText(input: LoadedInput, page: Page): string {
  const rows = input.metrics.map(({ offer, options }) => {
    return [
      offer.id,
      offer.title,
      options.map(({ name, default: usual }) => `${name}=${usual}`).join(", "),
    ];
  });
  const columns = [
    leftColumn("metric"),
    leftColumn("what it is"),
    leftColumn("options and their defaults"),
  ];
  return [
    ...markLines(wrapText(`${input.id}: ${input.summary}`, page.width), page.style.bold),
    ...wrapText(input.usage, page.width),
    ...textColumns({ title: "", columns, rows, isWrapped: true }, page).map((line) =>
      line.trimEnd(),
    ),
    "",
  ].join("\n");
}

function detail(
  { id, offer, options, input }: Listed,
  page: MetricPage | undefined,
  { style, width }: Page,
): string {
  const lines = options.flatMap(({ name, default: usual, meaning, expects, otherFlags = {} }) => [
    `${[dashed(name), ...Object.keys(otherFlags)].join(", ")} (default: ${usual})`,
    ...wrapText(`${meaning} (${expects})`, width - indent.length).map((line) => `${indent}${line}`),
  ]);
  const [example] = options;
  return [
    style.bold(`${id}: ${offer.title}`),
    ...wrapText(`reads ${input.usage}`, width),
    ...(example === undefined
      ? []
      : ["", `options, each also as --option ${id}.${example.name}=…:`, ...lines]),
    ...(page ? pageText(page, width) : []),
    "",
  ].join("\n");
}

function pageText(
  { definition, formula, citation, checkedAgainst, edgeCases, signatures }: MetricPage,
  width: number,
): string[] {
  const parts = [
    definition,
    formula,
    edgeCases,
    citation,
    `Checked against ${checkedAgainst}`,
  ].filter((part) => part !== undefined);
  return [
    ...parts.flatMap((part) => ["", ...wrapText(part, width)]),
    "",
    ...signatures.flatMap((one) => brokenAtBars(one, width)),
  ];
}

const indent = "  ";
