import { isBaseline } from "../../summary/baseline-systems.ts";
import { formatQuantity } from "../../summary/format-number.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { headlineMetric, type TaskMetric } from "../../summary/task-metrics.ts";
import { type Markup, markup, nothing, when } from "../chart/markup.ts";
import { type Note, systemNotes } from "../notes/system-notes.ts";
import { sizeText, taskNotes } from "../notes/task-notes.ts";
import { analysisTable } from "../table/analysis-table.ts";
import { confusionTables, judgeTable, peopleTable } from "../table/aspect-tables.ts";
import { biasTable } from "../table/bias-table.ts";
import { differenceTable, otherDifferenceTable, pairTable } from "../table/comparison-tables.ts";
import { errorCostTable, errorTable } from "../table/error-table.ts";
import { extractorTable } from "../table/extractor-table.ts";
import { gainTable } from "../table/gain-table.ts";
import { headlineTable } from "../table/headline-table.ts";
import { metricsTableOfPage, policyTable } from "../table/metrics-table.ts";
import { repeatTable } from "../table/repeat-table.ts";
import type { ReportTable } from "../table/report-table.ts";
import { resourceTable, timeTable } from "../table/resource-table.ts";
import { signatureTable } from "../table/signature-table.ts";
import { sliceGroups, sliceNames, sliceTables } from "../table/slice-tables.ts";
import { targetTable } from "../table/target-table.ts";
import { warningTable } from "../table/warning-table.ts";
import {
  coverageList,
  curveCharts,
  headlineChart,
  type SystemAnalysis,
  sliceCharts,
} from "./html-charts.ts";
import { htmlFailure, type MediaPictures, type TaskPictures } from "./html-failure.ts";
import { htmlTable } from "./html-table.ts";

/** Everything about one task; `anchor` is the id that the table of contents links to. */
export function htmlTask(task: TaskSummary, anchor: string, pictures?: MediaPictures): Markup {
  const metric = headlineMetric(task);
  return markup`<section class="task" aria-labelledby="${anchor}">
<h2 id="${anchor}">${task.id}</h2>
<p class="meta">${task.family} · ${sizeText(task)}</p>
${task.systems.length === 0 ? markup`<p>No systems were run on this task.</p>` : taskParts(task, metric, pictures)}
</section>`;
}

function taskParts(
  task: TaskSummary,
  metric: TaskMetric | undefined,
  pictures: MediaPictures | undefined,
): Markup[] {
  return [
    markup`<h3>${headlineTable(task).title}</h3>`,
    metric === undefined ? nothing : headlineChart(task, metric),
    htmlTable(headlineTable(task), { isTitleSeen: false }),
    markup`<ul class="notes">${taskNotes(task, metric).map((text) => htmlNote({ text, tone: "plain" }))}</ul>`,
    tablePart(targetTable(task)),
    tablePart(differenceTable(task)),
    tablePart(pairTable(task)),
    systemList(task, metric),
    coveragePart(task),
    policyPart(task),
    tablePart(warningTable(task)),
    tablePart(gainTable(task)),
    tablePart(biasTable(task)),
    longPart(metricsTableOfPage(task)),
    longPart(otherDifferenceTable(task)),
    tablePart(repeatTable(task)),
    tablePart(peopleTable(task)),
    judgePart(task),
    tablePart(resourceTable(task)),
    tablePart(timeTable(task)),
    ...(metric === undefined ? [] : slicesPart(task, metric)),
    analysesPart(task),
    tablePart(extractorTable(task)),
    mistakesPart(task, pictures),
    markup`<details class="fold signatures"><summary>Signatures</summary>${htmlTable(signatureTable(task))}</details>`,
  ];
}

function htmlNote({ text, tone }: Note): Markup {
  return markup`<li class="${tone}">${sentence(text)}</li>`;
}

/** With a capital, a full stop, and no line break between a number and its sign of per cent. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/(\d) %/g, "$1\u00a0%");
}

function systemList(task: TaskSummary, metric: TaskMetric | undefined): Markup {
  const noted = task.systems
    .map((system) => ({ id: system.id, notes: systemNotes(system, metric) }))
    .filter(({ notes }) => notes.length > 0);
  const items = (wanted: (id: string) => boolean) =>
    noted
      .filter(({ id }) => wanted(id))
      .map(
        ({ id, notes }) =>
          markup`<div><dt>${id}</dt><dd><ul class="notes">${notes.map(htmlNote)}</ul></dd></div>`,
      );
  const baselines = baselineIds(task);
  const [own, others] = [items((id) => !baselines.has(id)), items((id) => baselines.has(id))];
  return markup`${when(own.length > 0, () => markup`<dl class="systems">${own}</dl>`)}${when(others.length > 0, () => markup`<details class="fold quiet"><summary>Baselines</summary><dl class="systems">${others}</dl></details>`)}`;
}

/** Baselines where there is something to read beside them. */
function baselineIds({ systems }: TaskSummary): ReadonlySet<string> {
  const ids = systems.filter(isBaseline).map(({ id }) => id);
  return new Set(ids.length < systems.length ? ids : []);
}

/** Baselines answer everything: their bars are folded. */
function coveragePart(task: TaskSummary): Markup {
  const baselines = baselineIds(task);
  const only = (wanted: (system: SystemSummary) => boolean) => ({
    ...task,
    systems: task.systems.filter(wanted),
  });
  const others = only(({ id }) => baselines.has(id));
  return markup`<h3>Coverage</h3>${coverageList(only(({ id }) => !baselines.has(id)))}${when(others.systems.length > 0, () => markup`<details class="fold quiet"><summary>Baselines</summary>${coverageList(others)}</details>`)}`;
}

function tablePart(table: ReportTable): Markup {
  return when(
    table.rows.length > 0,
    () => markup`<h3>${table.title}</h3>${htmlTable(table, { isTitleSeen: false })}`,
  );
}

/** Tables of more rows than this are folded: their scores are looked up, not read. */
const mostRows = 16;

function longPart(table: ReportTable): Markup {
  if (table.rows.length <= mostRows) return tablePart(table);
  const names = new Set(table.rows.map(([name]) => name));
  return markup`<h3>${table.title}</h3><details class="fold"><summary>${formatQuantity(names.size, "metric")}</summary>${htmlTable(table, { isTitleSeen: false })}</details>`;
}

function judgePart(task: TaskSummary): Markup {
  return markup`${tablePart(judgeTable(task))}${confusionTables(task).map((table) => htmlTable(table))}`;
}

function policyPart(task: TaskSummary): Markup {
  const table = policyTable(task);
  if (table.rows.length > 0) return longPart(table);
  return markup`<p class="meta">Every sample that was put to a system was answered, so it does not matter how others would count.</p>`;
}

/** More values than this are shown in the table only. */
const mostPlots = 24;

function slicesPart(task: TaskSummary, metric: TaskMetric): Markup[] {
  const tables = sliceTables(task);
  return sliceNames(task).map((name, at) => {
    const table = tables[at];
    if (table === undefined) return nothing;
    const isDrawn = sliceGroups(task, name).length <= mostPlots;
    return markup`<h3>${table.title}</h3>
${when(isDrawn, () => sliceCharts(task, name, metric))}
<details class="fold"${isDrawn ? nothing : markup` open`}><summary>Numbers</summary>${htmlTable(table, { isTitleSeen: false })}</details>`;
  });
}

function analysesPart(task: TaskSummary): Markup {
  const analyses = task.systems.flatMap((system) =>
    system.analyses.map((analysis) => ({ system, analysis })),
  );
  return when(
    analyses.length > 0,
    () => markup`<h3>Analyses</h3>${curveCharts(analyses)}${analysisTables(analyses)}`,
  );
}

/** One heading per analysis, one table per system; those of baselines are folded. */
function analysisTables(analyses: readonly SystemAnalysis[]): Markup[] {
  const groups = Map.groupBy(analyses, ({ analysis }) => analysis.id).values();
  return [...groups].flatMap((group) => {
    const tables = group.flatMap(({ system, analysis: { title, data } }) =>
      data.kind === "table" && data.rows.length > 0
        ? [folded(system, system.id, htmlTable(analysisTable(title, data), { isTitleSeen: false }))]
        : [],
    );
    return tables.length === 0
      ? []
      : [markup`<h4>${group[0]?.analysis.title ?? ""}</h4>`, ...tables];
  });
}

function folded(system: SystemSummary, summary: string, content: Markup, isLong = false): Markup {
  const kind = isBaseline(system)
    ? markup` class="fold quiet"`
    : markup` class="fold"${isLong ? nothing : markup` open`}`;
  return markup`<details${kind}><summary>${summary}</summary>${content}</details>`;
}

function mistakesPart(task: TaskSummary, pictures: MediaPictures | undefined): Markup {
  const table = errorTable(task);
  const costs = errorCostTable(task);
  const shown = pictures && { frames: pictures.frames, files: pictures.files[task.id] ?? {} };
  const cards = task.systems
    .filter((system) => system.failures.length > 0)
    .map((system) => failureCards(system, shown));
  if (table.rows.length === 0 && cards.length === 0) return nothing;
  return markup`<h3>Mistakes</h3>${when(table.rows.length > 0, () => htmlTable(table))}${when(costs.rows.length > 0, () => htmlTable(costs))}${cards}`;
}

/** More examples than this would push what comes after them screens away. */
const mostCards = 8;

function failureCards(system: SystemSummary, pictures: TaskPictures | undefined): Markup {
  const { id, failures } = system;
  return folded(
    system,
    `${id}: ${formatQuantity(failures.length, "example")}`,
    markup`${failures.map((failure) => htmlFailure(failure, pictures))}`,
    failures.length > mostCards,
  );
}
