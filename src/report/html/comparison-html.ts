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
  return htmlPage({
    title: "Vidimus comparison",
    about,
    header: markup`<p class="kind">Vidimus comparison</p>
<h1>${sources.length === 1 ? sources[0]! : `${sources.slice(1).join(", ")} against ${sources[0]}`}</h1>
<p class="meta">${about.createdAt} · Vidimus ${about.version}</p>
${when(notes.length > 0, () => markup`<ul class="notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`)}`,
    main: markup`${tasks.map((task, at) => taskPart(task, `task-${at + 1}`))}
<section aria-labelledby="reproduce"><h2 id="reproduce">How to reproduce</h2>
<div class="command"><pre><code id="command">${about.command}</code></pre><button type="button" data-copy="command" hidden>Copy</button></div></section>`,
  });
}

function taskPart(task: ComparedTask, anchor: string): Markup {
  return markup`<section class="task" aria-labelledby="${anchor}"><h2 id="${anchor}">${comparedTaskTitle(task)}</h2>
${headlineChart(task)}
${task.comparisons.map(comparisonPart)}
${tablePart(pairTable(task))}</section>`;
}

function comparisonPart(comparison: SystemComparison): Markup {
  const flips = flipTable(comparison);
  return markup`${tablePart(comparedMetricsTable(comparison))}${tablePart(noiseTable(comparison))}${tablePart(sliceDifferenceTable(comparison))}
${when(flips.rows.length > 0, () => markup`<details class="fold"><summary>${flips.title}</summary>${htmlTable(flips, { isTitleSeen: false })}</details>`)}`;
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
