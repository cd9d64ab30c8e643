import type {
  ComparedTask,
  ComparisonDocument,
  SystemComparison,
} from "../../summary/comparison-summary.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import { forestPlot } from "../chart/forest-plot.ts";
import type { ForestRow } from "../chart/forest-row.ts";
import { type Markup, markup, when } from "../chart/markup.ts";
import {
  comparedMetricsTable,
  flipTable,
  noiseTable,
  pairTable,
  sliceDifferenceTable,
} from "../table/comparison-tables.ts";
import type { ReportTable } from "../table/report-table.ts";
import { comparedTaskTitle } from "../text/comparison-text.ts";
import { atBothWidths } from "./html-charts.ts";
import { htmlPage } from "./html-page.ts";
import { htmlTable } from "./html-table.ts";

export interface ComparisonAbout {
  /** Of Vidimus. */
  readonly version: string;
  readonly createdAt: string;
  /** What to type to get the same. */
  readonly command: string;
}

/** A comparison as one HTML file that needs nothing else. */
export function comparisonHtml(document: ComparisonDocument, about: ComparisonAbout): string {
  const { tasks, notes, sources } = document;
  const [first = "", ...others] = shortNames(sources);
  const title = others.length === 0 ? first : `${others.join(", ")} against ${first}`;
  return htmlPage({
    title: `${title}: Vidimus comparison`,
    about,
    header: markup`<p class="kind">Vidimus comparison</p>
<h1>${title}</h1>
<p class="meta">${about.createdAt} · Vidimus ${about.version}</p>
${when(notes.length > 0, () => markup`<ul class="notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`)}`,
    main: markup`${tasks.map((task, at) => taskPart(withShortNames(task), `task-${at + 1}`))}
<section aria-labelledby="reproduce"><h2 id="reproduce">How to reproduce</h2>
<div class="command"><pre><code id="command">${about.command}</code></pre><button type="button" data-copy="command" hidden>Copy</button></div></section>`,
  });
}

/** The last parts of paths, without endings of files: as many as tell them apart. */
export function shortNames(sources: readonly string[]): readonly string[] {
  const nameOf = (source: string, parts: number) =>
    source
      .split(/[\\/]/)
      .filter((part) => part !== "")
      .slice(-parts)
      .join("/")
      .replace(/\.(jsonl?|csv|tsv|parquet)$/, "");
  return sources.map((source) => {
    const others = sources.filter((other) => other !== source);
    const most = source.split(/[\\/]/).length;
    for (let parts = 1; parts < most; parts++) {
      const name = nameOf(source, parts);
      if (others.every((other) => nameOf(other, parts) !== name)) return name;
    }
    return nameOf(source, most);
  });
}

/** Files with the same name are told apart by paths, which would not fit into heads of columns. */
function withShortNames(task: ComparedTask): ComparedTask {
  const { comparisons = [], pairs = [] } = task;
  const names = [...new Set(comparisons.flatMap(({ baseline, system }) => [baseline, system]))];
  const short = new Map(shortNames(names).map((name, at) => [names[at], name]));
  const nameOf = (name: string) => short.get(name) ?? name;
  return {
    ...task,
    comparisons: comparisons.map((one) => ({
      ...one,
      baseline: nameOf(one.baseline),
      system: nameOf(one.system),
    })),
    pairs: pairs.map((one) => ({
      ...one,
      first: nameOf(one.first),
      second: nameOf(one.second),
    })),
  };
}

function taskPart(task: ComparedTask, anchor: string): Markup {
  return markup`<section class="task" aria-labelledby="${anchor}"><h2 id="${anchor}">${comparedTaskTitle(task)}</h2>
${headlineChart(task)}
${task.comparisons.map(comparisonPart)}
${tablePart(pairTable(task))}</section>`;
}

function comparisonPart(comparison: SystemComparison): Markup {
  const flips = flipTable(comparison);
  return markup`${tablePart(comparedMetricsTable(comparison, { isBrief: true }))}
<details class="fold"><summary>Relative differences, p-values, detectable differences, wins and losses</summary>${htmlTable(furtherFigures(comparison), { isTitleSeen: false })}</details>
${tablePart(noiseTable(comparison))}${tablePart(sliceDifferenceTable(comparison, { isBrief: true }))}
${when(flips.rows.length > 0, () => markup`<details class="fold"><summary>${flips.title}</summary>${htmlTable(flips, { isTitleSeen: false })}</details>`)}`;
}

/** What the table of metrics leaves out, so that it is no broader than the text around it. */
function furtherFigures(comparison: SystemComparison): ReportTable {
  const { title, columns, rows } = comparedMetricsTable(comparison);
  const { baseline, system } = comparison;
  const known = [baseline, system, "difference", "95 % interval", "verdict"];
  const isNew = (_: unknown, at: number) => !known.includes(columns[at]?.title ?? "");
  return {
    title: `${title}: further figures`,
    columns: columns.filter(isNew),
    rows: rows.map((row) => row.filter(isNew)),
  };
}

function tablePart(table: ReportTable): Markup {
  return when(
    table.rows.length > 0,
    () => markup`<h3>${table.title}</h3>${htmlTable(table, { isTitleSeen: false })}`,
  );
}

/** The headline differences of all systems to the first, with their intervals. */
function headlineChart({ comparisons }: ComparedTask): Markup {
  const [first] = comparisons;
  const headline = first?.metrics[first.headline];
  if (!first || !headline) return markup``;
  const rows = comparisons.map(({ system, metrics, headline: id }): ForestRow => {
    const { difference = null, low = null, high = null, verdict } = metrics[id] ?? {};
    return {
      ...{ label: system, value: difference, low, high },
      ...{ chance: null, majority: null, oracle: null, bounds: null },
      isBaseline: verdict !== "better" && verdict !== "worse",
    };
  });
  return when(
    rows.some(({ value }) => value !== null),
    () =>
      atBothWidths((width) =>
        forestPlot({
          title: `${headline.title}: difference to ${first.baseline}`,
          axis: `difference in ${headline.title}`,
          unit: metricUnit(headline),
          rows,
          width,
          differenceTo: first.baseline,
        }),
      ),
  );
}
