import { splitSystems } from "../../summary/baseline-systems.ts";
import { formatQuantity } from "../../summary/format-number.ts";
import type { SampleListing } from "../../summary/sample-listing.ts";
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
import { resourceTable, serverTable, timeTable } from "../table/resource-table.ts";
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
import { htmlFailure, type MediaPictures } from "./html-failure.ts";
import { samplesLink } from "./html-samples.ts";
import { htmlTable } from "./html-table.ts";

export interface TaskAbout {
  /** The id that the table of contents links to. */
  readonly anchor: string;
  readonly pictures?: MediaPictures | undefined;
  readonly listing?: SampleListing | undefined;
}

/**
 * Everything about one task: its systems in the open; baselines and probes, which are there to read
 * systems against, folded.
 */
export function htmlTask(task: TaskSummary, about: TaskAbout): Markup {
  const { anchor } = about;
  return markup`<section class="task" aria-labelledby="${anchor}">
<h2 id="${anchor}">${task.id}</h2>
<p class="meta">${task.family} · ${sizeText(task)}</p>
${task.systems.length === 0 ? markup`<p>No systems were run on this task.</p>` : taskParts(task, about)}
</section>`;
}

function taskParts(task: TaskSummary, about: TaskAbout): Markup[] {
  const metric = headlineMetric(task);
  const { own, others } = split(task);
  return [
    markup`<h3>${headlineTable(own).title}</h3>`,
    scoresPart(own, metric),
    others ? quietFold("Scores of baselines and probes", scoresPart(others, metric)) : nothing,
    markup`<ul class="notes">${taskNotes(task, metric).map((text) => htmlNote({ text, tone: "plain" }))}</ul>`,
    tablePart(targetTable(task)),
    tablePart(differenceTable(task)),
    tablePart(pairTable(task)),
    systemList(own, metric),
    tablePart(gainTable(task)),
    tablePart(biasTable(task)),
    ...systemParts(own, metric, about),
    others
      ? quietFold(
          "All about baselines and probes",
          markup`${systemList(others, metric)}${systemParts(others, metric, about)}`,
        )
      : nothing,
    markup`<details class="fold quiet signatures"><summary>Signatures</summary>${htmlTable(signatureTable(task))}</details>`,
  ];
}

/** A task with its own systems alone, and with the others where there are some. */
function split(task: TaskSummary): { readonly own: TaskSummary; readonly others?: TaskSummary } {
  const { id, family, systems } = task;
  const { own, others } = splitSystems(systems);
  return {
    own: { ...task, systems: own },
    ...(others.length > 0 ? { others: { id, family, systems: others } } : {}),
  };
}

function quietFold(summary: string, content: Markup): Markup {
  return markup`<details class="fold quiet"><summary>${summary}</summary>${content}</details>`;
}

function scoresPart(task: TaskSummary, metric: TaskMetric | undefined): Markup {
  return markup`${metric === undefined ? nothing : headlineChart(task, metric)}${htmlTable(headlineTable(task), { isTitleSeen: false })}`;
}

/** What is told of each system by itself. */
function systemParts(
  task: TaskSummary,
  metric: TaskMetric | undefined,
  about: TaskAbout,
): readonly Markup[] {
  return [
    markup`<h3>Coverage</h3>${coverageList(task)}`,
    policyPart(task),
    tablePart(warningTable(task)),
    longPart(metricsTableOfPage(task)),
    longPart(otherDifferenceTable(task)),
    tablePart(repeatTable(task)),
    tablePart(peopleTable(task)),
    judgePart(task),
    tablePart(resourceTable(task)),
    tablePart(timeTable(task)),
    tablePart(serverTable(task)),
    ...(metric === undefined ? [] : slicesPart(task, metric)),
    analysesPart(task),
    tablePart(extractorTable(task)),
    mistakesPart(task, about),
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
  const noted = task.systems.flatMap((system) => {
    const notes = systemNotes(system, metric);
    return notes.length === 0
      ? []
      : [
          markup`<div><dt>${system.id}</dt><dd><ul class="notes">${notes.map(htmlNote)}</ul></dd></div>`,
        ];
  });
  return when(noted.length > 0, () => markup`<dl class="systems">${noted}</dl>`);
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

/** One heading per analysis, one table per system. */
function analysisTables(analyses: readonly SystemAnalysis[]): Markup[] {
  const groups = Map.groupBy(analyses, ({ analysis }) => analysis.id).values();
  return [...groups].flatMap((group) => {
    const tables = group.flatMap(({ system, analysis: { title, data } }) =>
      data.kind === "table" && data.rows.length > 0
        ? [folded(system.id, htmlTable(analysisTable(title, data), { isTitleSeen: false }))]
        : [],
    );
    return tables.length === 0
      ? []
      : [markup`<h4>${group[0]?.analysis.title ?? ""}</h4>`, ...tables];
  });
}

function folded(summary: string, content: Markup, isLong = false): Markup {
  return markup`<details class="fold"${isLong ? nothing : markup` open`}><summary>${summary}</summary>${content}</details>`;
}

function mistakesPart(task: TaskSummary, about: TaskAbout): Markup {
  const table = errorTable(task);
  const costs = errorCostTable(task);
  const cards = task.systems.flatMap((system) => [
    when(system.failures.length > 0, () => failureCards(task.id, system, about)),
    when(Object.keys(system.errors).length > 0, () =>
      samplesLink(about.listing, { task: task.id, system: system.id }),
    ),
  ]);
  if (table.rows.length === 0 && task.systems.every(({ failures }) => failures.length === 0))
    return nothing;
  return markup`<h3>Mistakes</h3>${when(table.rows.length > 0, () => htmlTable(table))}${when(costs.rows.length > 0, () => htmlTable(costs))}${cards}`;
}

/** More examples than this would push what comes after them screens away. */
const mostCards = 8;
/** So many examples of each system are printed; the style sheet leaves out the others. */
const printedCards = 2;

function failureCards(
  task: string,
  { id, failures }: SystemSummary,
  { pictures }: TaskAbout,
): Markup {
  const shown = pictures && { frames: pictures.frames, files: pictures.files[task] ?? {} };
  const cards = failures.map((failure) => htmlFailure(failure, { task, system: id }, shown));
  const rest = failures.length - printedCards;
  return folded(
    `${id}: ${formatQuantity(failures.length, "example")}`,
    markup`<div class="cards">${cards}</div>${when(rest > 0, () => markup`<p class="meta printed">${formatQuantity(rest, "more example")} in the file.</p>`)}`,
    failures.length > mostCards,
  );
}
