import type {
  MatrixMetric,
  MatrixSummary,
  MatrixSystem,
  MatrixTask,
} from "../../summary/matrix-summary.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import { forestPlot } from "../chart/forest-plot.ts";
import type { ForestRow } from "../chart/forest-row.ts";
import { type Markup, markup, when } from "../chart/markup.ts";
import { matrixVerdict, readingNote } from "../notes/matrix-verdict.ts";
import {
  metricRows,
  otherMetricRows,
  settingsTable,
  sortedSystems,
} from "../table/matrix-tables.ts";
import { atBothWidths } from "./html-charts.ts";
import { htmlPage, verdictLine } from "./html-page.ts";
import { htmlTable } from "./html-table.ts";

export interface MatrixAbout {
  /** Of Vidimus. */
  readonly version: string;
  readonly createdAt: string;
  /** Name of the matrix's directory. */
  readonly directory: string;
}

/** A matrix as one HTML file that needs nothing else; the reports of its rows are linked. */
export function matrixHtml(matrix: MatrixSummary, about: MatrixAbout): string {
  return htmlPage({
    title: `${matrix.name}: Vidimus matrix`,
    about,
    header: pageHead(matrix, about),
    main: markup`<section aria-labelledby="rows"><h2 id="rows">Rows</h2>
${htmlTable(settingsTable(matrix), { isTitleSeen: false })}
<p class="meta">Reports: ${links(matrix)}</p></section>
${matrix.tasks.map((task, at) => taskPart(matrix, task, `task-${at + 1}`))}
<section aria-labelledby="reproduce"><h2 id="reproduce">How to reproduce</h2>
<div class="command"><pre><code id="command">${matrix.command}</code></pre><button type="button" data-copy="command" hidden>Copy</button></div></section>`,
  });
}

function pageHead(matrix: MatrixSummary, { createdAt, version, directory }: MatrixAbout): Markup {
  const { text, selection, shortfall } = matrixVerdict(matrix);
  const contents = matrix.tasks.map(
    (task, at) => markup`<li><a href="#task-${at + 1}">${task.id}</a></li>`,
  );
  return markup`<p class="kind">Vidimus matrix</p>
<h1>${matrix.name}</h1>
${when(shortfall !== null, () => verdictLine(shortfall ?? "", false))}
${verdictLine(text, matrix.complete && shortfall === null)}
${when(selection !== null, () => verdictLine(selection ?? "", false))}
<p class="meta">${createdAt} · Vidimus ${version} · <code>${directory}</code></p>
<p class="meta">${sentence(readingNote(matrix))}</p>
${when(contents.length > 1, () => markup`<nav aria-label="Tasks"><ul>${contents}</ul></nav>`)}`;
}

function links({ rows }: MatrixSummary): Markup {
  return markup`${rows.map(({ name }, at) => markup`${at === 0 ? "" : " · "}<a href="${name}/report.html">${name}</a>`)}`;
}

function taskPart(matrix: MatrixSummary, task: MatrixTask, anchor: string): Markup {
  const { compared, baselines, untouched } = sortedSystems(task);
  const folded = baselines.map(
    (system) =>
      markup`<details class="fold quiet"><summary>${system.id}</summary>${systemPart(matrix, system)}</details>`,
  );
  return markup`<section class="task" aria-labelledby="${anchor}"><h2 id="${anchor}">${task.id}</h2>
<p class="meta">${task.family}${untouched.length === 0 ? "" : ` · the same in all rows: ${untouched.join(", ")}`}</p>
${compared.length === 0 ? markup`<p>No system scores differently in any row.</p>` : compared.map((system) => systemPart(matrix, system))}
${when(folded.length > 0, () => markup`<h3>Baselines</h3>${folded}`)}</section>`;
}

function systemPart(matrix: MatrixSummary, system: MatrixSystem): Markup {
  const headline = system.metrics.find(({ id }) => id === system.headline);
  const others = otherMetricRows(matrix, system);
  return markup`<h3>${system.id}${headline ? `: ${headline.title}` : ""}</h3>
${headline ? markup`${differenceChart(matrix, headline)}${htmlTable(metricRows(matrix, headline), { isTitleSeen: false })}` : ""}
${when(others.rows.length > 0, () => markup`<h3>${others.title} of ${system.id}</h3>${htmlTable(others, { isTitleSeen: false })}`)}`;
}

function differenceChart(
  { rows }: MatrixSummary,
  { title, scores, ...metric }: MatrixMetric,
): Markup {
  const drawn = rows.slice(1).map(({ name }, at): ForestRow => {
    const { value = null, low = null, high = null, verdict } = scores[at + 1]?.difference ?? {};
    const isBaseline = verdict !== "better" && verdict !== "worse";
    return {
      label: name,
      value,
      low,
      high,
      chance: null,
      majority: null,
      oracle: null,
      bounds: null,
      isBaseline,
    };
  });
  const reference = rows[0]?.name ?? "";
  const unit = metricUnit(metric);
  const axis = `difference in ${title}`;
  return when(
    drawn.some(({ value, low }) => value !== null && (value !== 0 || low !== null)),
    () =>
      atBothWidths((width) =>
        forestPlot({
          title: `${title}: difference to ${reference}`,
          axis,
          unit,
          rows: drawn,
          width,
          differenceTo: reference,
        }),
      ),
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
