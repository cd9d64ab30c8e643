import { formatCount, formatPercent } from "../../summary/format-number.ts";
import { outcomeOrder } from "../../summary/outcome-totals.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { AnalysisSummary, SystemSummary } from "../../summary/system-summary.ts";
import type { TaskMetric } from "../../summary/task-metrics.ts";
import { coverageBar, outcomeSwatch } from "../chart/coverage-bar.ts";
import { curvePlot } from "../chart/curve-plot.ts";
import { forestPlot } from "../chart/forest-plot.ts";
import { type Markup, markup, when } from "../chart/markup.ts";
import { forestRow } from "../table/forest-rows.ts";
import { referenceValue } from "../table/headline-table.ts";
import { sliceGroups } from "../table/slice-tables.ts";

const widePixels = 836;
const narrowPixels = 343;
const smallPixels = 262;

/**
 * Text in charts does not shrink: each is drawn for desks and for phones, and the style sheet shows
 * the one that fits.
 */
export function atBothWidths(draw: (width: number) => Markup): Markup {
  return markup`<figure class="chart"><div class="wide">${draw(widePixels)}</div><div class="narrow">${draw(narrowPixels)}</div></figure>`;
}

/** The headline score of all systems on one axis. */
export function headlineChart(task: TaskSummary, { id, title, unit }: TaskMetric): Markup {
  const people = task.people?.scores[id]?.value ?? null;
  const rows = task.systems.map((system) => ({
    ...forestRow(system, system.metrics[id]),
    people,
  }));
  return atBothWidths((width) =>
    forestPlot({ title: `${title} by system`, axis: title, unit, rows, width }),
  );
}

/** A small plot per value of a slice, all on the same axis. */
export function sliceCharts(
  task: TaskSummary,
  name: string,
  { id, title, unit }: TaskMetric,
): Markup {
  const plots = sliceGroups(task, name).map(({ value, systems }) => {
    const rows = systems.map(({ system, slice }) => forestRow(system, slice.metrics[id]));
    const n = Math.max(0, ...systems.map(({ slice }) => slice.metrics[id]?.n ?? slice.n));
    const heading = `${value}, n\u202f=\u202f${formatCount(n)}`;
    return markup`<figure class="chart">${forestPlot({ title: heading, axis: title, unit, rows, width: smallPixels, hasLegend: false })}</figure>`;
  });
  return markup`${linesNote(task, id)}<div class="multiples">${plots}</div>`;
}

/** What the lines of small plots are, of those that the metric has. */
function linesNote(task: TaskSummary, id: string): Markup {
  const scores = task.systems.map((system) => system.metrics[id]);
  const lines = [
    ...(scores.some((score) => referenceValue(score, "chance") !== null) ? ["chance dashed"] : []),
    ...(scores.some((score) => referenceValue(score, "majority") !== null)
      ? ["majority dotted"]
      : []),
    ...(scores.some((score) => typeof score?.ceiling === "number") ? ["oracle solid"] : []),
  ];
  return when(
    lines.length > 0,
    () => markup`<p class="meta">Lines as above: ${lines.join(", ")}.</p>`,
  );
}

export interface SystemAnalysis {
  readonly system: SystemSummary;
  readonly analysis: AnalysisSummary;
}

/** One plot per curve, all systems together; what must be known of them stands below the last. */
export function curveCharts(analyses: readonly SystemAnalysis[]): Markup[] {
  const groups = Map.groupBy(analyses, ({ analysis }) => analysis.id);
  const charts = [...groups.values()].flatMap((group) => {
    const series = group.flatMap(({ system, analysis: { data } }) =>
      data.kind === "curve" ? [{ label: system.id, points: data.points, band: data.band }] : [],
    );
    const first = group[0]?.analysis;
    if (first?.data.kind !== "curve" || series.every(({ points }) => points.length === 0))
      return [];
    const { x, y } = first.data;
    return [atBothWidths((width) => curvePlot({ title: first.title, x, y, series, width }))];
  });
  return charts.length === 0 ? [] : [...charts, curveNotes(analyses)];
}

/** Each once, with the systems that it is about where it is not about all that have curves. */
function curveNotes(analyses: readonly SystemAnalysis[]): Markup {
  const curves = analyses.filter(({ analysis: { data } }) => data.kind === "curve");
  const systems = new Set(curves.map(({ system }) => system.id));
  const systemsByNote = new Map<string, Set<string>>();
  for (const { system, analysis } of curves)
    for (const note of analysis.data.notes ?? [])
      systemsByNote.set(note, (systemsByNote.get(note) ?? new Set()).add(system.id));
  const lines = [...systemsByNote].map(
    ([note, own]) =>
      markup`<p class="meta">${note}${own.size < systems.size ? ` (${[...own].join(", ")})` : ""}</p>`,
  );
  return markup`${lines}`;
}

/** How each system's samples ended: a bar and, as its legend, the counts. */
export function coverageList(task: TaskSummary): Markup {
  const items = task.systems.map(({ id, outcomes, coverage, answered, n, total }) => {
    const counts = outcomeOrder
      .filter((kind) => outcomes[kind] > 0)
      .map(
        (kind) => markup`<li>${outcomeSwatch(kind)} ${formatCount(outcomes[kind])} ${kind}</li>`,
      );
    const share = `${formatPercent(coverage)} covered, ${formatPercent(answered)} answered; ${formatCount(n)} of ${formatCount(total)} scored`;
    return markup`<li><div class="bar-head"><strong>${id}</strong><span>${share}</span></div>${coverageBar(id, outcomes)}<ul class="legend">${counts}</ul></li>`;
  });
  return markup`<ul class="coverage">${items}</ul>`;
}
