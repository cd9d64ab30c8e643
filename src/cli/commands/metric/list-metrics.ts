import { findById } from "../../../core/registry.ts";
import { metricPages } from "../../../metrics/index.ts";
import type { MetricPage } from "../../../metrics/metric-page.ts";
import { leftColumn } from "../../../report/table/report-table.ts";
import { textColumns } from "../../../report/text/text-columns.ts";
import { markLines } from "../../../report/text/text-style.ts";
import { wrapText } from "../../../report/text/wrap-text.ts";
import { dashed } from "./dashed.ts";
import type { MetricInput, OfferedMetric } from "./metric-input.ts";
import type { Page } from "./print-figures.ts";
import { brokenAtBars } from "./signature-lines.ts";

export interface ListRequest extends Page {
  /** Metrics to tell more about; all are listed where none is named. */
  readonly names: readonly string[];
  readonly json: boolean;
}

/** What `vidimus metric --list` prints. */
export function listMetrics(inputs: readonly MetricInput[], { names, json, ...page }: ListRequest): string {
  const all = inputs.flatMap((input) => input.metrics.map((metric) => ({ ...metric, input })));
  const wanted = names.length === 0 ? all : names.flatMap((name) => named(inputs, all, name));
  if (json) return `${JSON.stringify({ schema: "vidimus-list/1", metrics: wanted.map(listed) })}\n`;
  return names.length === 0 ? inputs.map((input) => inputText(input, page)).join("\n") : wanted.map((one) => detail(one, page)).join("\n");
}

interface Listed extends OfferedMetric {
  readonly input: MetricInput;
}

function named(inputs: readonly MetricInput[], all: readonly Listed[], name: string): readonly Listed[] {
  const input = inputs.find(({ id }) => id === name);
  if (input && !all.some(({ id }) => id === name)) return all.filter((one) => one.input === input);
  return [findById(all, name, "metric")];
}

function optionsOf({ options, defaults = {}, input }: Listed) {
  return input.options
    .filter(({ name }) => options.includes(name))
    .map((option) => ({ ...option, default: defaults[option.name] ?? option.default }));
}

function listed(metric: Listed) {
  const { id, title, pages, input } = metric;
  const options = optionsOf(metric).map(({ name, default: usual, meaning, expects }) => ({ name, default: usual, meaning, expects }));
  return { id, title, input: input.id, reads: input.usage, options, pages };
}

function inputText(input: MetricInput, page: Page): string {
  const rows = input.metrics.map((metric) => {
    const options = optionsOf({ ...metric, input }).map(({ name, default: usual }) => `${name}=${usual}`);
    return [metric.id, metric.title, options.join(", ")];
  });
  const columns = [leftColumn("metric"), leftColumn("what it is"), leftColumn("options and their defaults")];
  return [
    ...markLines(wrapText(`${input.id}: ${input.summary}`, page.width), page.style.bold),
    ...wrapText(input.usage, page.width),
    ...textColumns({ title: "", columns, rows, isWrapped: true }, page).map((line) => line.trimEnd()),
    "",
  ].join("\n");
}

function detail(metric: Listed, { style, width }: Page): string {
  const pages = metric.pages.flatMap((id) => metricPages.find((page) => page.id === id) ?? []);
  const options = optionsOf(metric).flatMap(({ name, default: usual, meaning, expects, otherFlags = {} }) => [
    `${[dashed(name), ...Object.keys(otherFlags)].join(", ")} (default: ${usual})`,
    ...wrapText(`${meaning} (${expects})`, width - indent.length).map((line) => `${indent}${line}`),
  ]);
  const [example] = metric.options;
  return [
    style.bold(`${metric.id}: ${metric.title}`),
    ...wrapText(`reads ${metric.input.usage}`, width),
    ...(options.length === 0 ? [] : ["", `options, each also as --option ${metric.id}.${example}=…:`, ...options]),
    ...pages.flatMap((page) => pageText(page, width)),
    "",
  ].join("\n");
}

function pageText({ definition, formula, citation, checkedAgainst, edgeCases, signatures }: MetricPage, width: number): string[] {
  const parts = [definition, formula, edgeCases, citation, `Checked against ${checkedAgainst}`].filter((part) => part !== undefined);
  return [...parts.flatMap((part) => ["", ...wrapText(part, width)]), "", ...signatures.flatMap((one) => brokenAtBars(one, width))];
}

const indent = "  ";
