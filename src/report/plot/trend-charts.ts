import type { Table } from "../../core/scores/analysis.ts";
import { divisionsOf, figureOf, isConfusion, measuresOf } from "./analysis-tables.ts";
import { type Chart, slug } from "./chart.ts";
import { type LineRow, linesForm } from "./lines-form.ts";
import { hasInterval, intervalNote, type PlotCall, seriesLook, subtitleOf } from "./plot-call.ts";
import {
  competing,
  type PlotEntry,
  type PlotMetric,
  type PlotTask,
  type PlottedRun,
  plotTasks,
  scoresOf,
} from "./plotted-run.ts";
import { ownStyles } from "./series-style.ts";

/** Scores over runs of one name, in the order of their times. */
export function trendCharts(call: PlotCall, metrics: readonly string[]): readonly Chart[] {
  const named = call.runs.filter(({ series }) => series !== undefined);
  const groups = [...Map.groupBy(named, ({ series }) => series!)].filter(
    ([, { length }]) => length > 1,
  );
  return groups.flatMap(([name, runs]) => {
    const ordered = runs.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    const prefix = groups.length > 1 ? name : "";
    const place = { call, runs: ordered, prefix };
    return plotTasks(ordered, metrics).flatMap((task) => [
      ...task.metrics.map((metric, at) =>
        scoreTrend(task, metric, { ...place, isFirst: at === 0 }),
      ),
      ...partTrends(task, place),
    ]);
  });
}

interface TrendPlace {
  readonly call: PlotCall;
  readonly runs: readonly PlottedRun[];
  readonly prefix: string;
}

interface Trend {
  readonly id: string;
  readonly title: string;
  readonly axis: Pick<PlotMetric, "title" | "unit">;
  readonly rows: readonly LineRow[];
  /** Whether its series are systems, not parts of one. */
  readonly isOfSystems?: boolean;
}

function trendChart(
  { id, title, axis, rows, isOfSystems = false }: Trend,
  { call, runs }: TrendPlace,
): Chart {
  const styles = isOfSystems
    ? call.styles
    : ownStyles([...new Set(rows.map(({ series }) => series))]);
  const marks = runs.flatMap(({ createdAt, mark }) =>
    mark === undefined ? [] : [{ x: createdAt, text: mark }],
  );
  const spec = linesForm(
    {
      title,
      subtitle: subtitleOf([
        rows.some(hasInterval) && `shaded: ${intervalNote}`,
        marks.length > 0 && "dashed: releases",
      ]),
      xTitle: null,
      xScale: "time",
      axis: axis.title,
      unit: axis.unit,
      extent: "data",
      rows,
      intervals: "band",
      hasPoints: true,
      marks,
    },
    seriesLook(rows, { styles, look: call.look }),
    call.look,
  );
  return { id, kind: "trends", title, spec };
}

function scoreTrend(
  task: PlotTask,
  metric: PlotMetric,
  place: TrendPlace & { readonly isFirst: boolean },
): Chart {
  const rows = scoresOf(competing(task.entries), metric).map(({ run, system, score }) => ({
    x: run.createdAt,
    series: system.id,
    value: score.value,
    low: score.low,
    high: score.high,
  }));
  return trendChart(
    {
      id: slug("trends", place.prefix, task.id, place.isFirst ? "" : metric.id),
      title: `${task.id}: ${metric.title} over runs`,
      axis: metric,
      rows,
      isOfSystems: true,
    },
    place,
  );
}

/** What makes up a score over time, system by system: slices, and the rows of tables. */
function partTrends(task: PlotTask, place: TrendPlace): readonly Chart[] {
  const systems = Map.groupBy(competing(task.entries), ({ system }) => system.id);
  return [...systems].flatMap(([system, entries]) => [
    ...sliceTrends(task, { system, entries }, place),
    ...tableTrends(task, { system, entries }, place),
  ]);
}

interface OneSystem {
  readonly system: string;
  readonly entries: readonly PlotEntry[];
}

function sliceTrends(task: PlotTask, { system, entries }: OneSystem, place: TrendPlace) {
  const metric = task.metrics[0]!;
  const names = new Set(entries.flatMap((entry) => Object.keys(entry.system.slices)));
  return [...names].flatMap((name) => {
    const rows = entries.flatMap(({ run, system: { slices } }) =>
      Object.entries(slices[name] ?? {}).flatMap(([series, slice]) => {
        const score = slice.metrics[metric.id];
        return score
          ? [{ x: run.createdAt, series, value: score.value, low: score.low, high: score.high }]
          : [];
      }),
    );
    return drawable(rows)
      ? [
          trendChart(
            {
              id: slug("trends", place.prefix, task.id, name, system),
              title: `${task.id}: ${metric.title} by ${name} over runs, ${system}`,
              axis: metric,
              rows,
            },
            place,
          ),
        ]
      : [];
  });
}

function tableTrends(task: PlotTask, { system, entries }: OneSystem, place: TrendPlace) {
  const all = entries.flatMap(({ run, system: { analyses } }) =>
    analyses.map((analysis) => ({ run, ...analysis })),
  );
  return [...Map.groupBy(all, ({ id }) => id)].flatMap(([id, own]) => {
    const tables = own.flatMap(({ run, title, data }) =>
      data.kind === "table" && !isConfusion(data) ? [{ run, title, data }] : [],
    );
    return measuresOf(tables.map(({ data }) => data)).flatMap(({ name, unit }) => {
      const rows = tables.flatMap(({ run, data }) => tableRows(data, name, run.createdAt));
      const main = tables[0]!.title.replace(/ \(.*\)$/u, "");
      const title = `${task.id}: ${main}: ${name} over runs, ${system}`;
      return drawable(rows)
        ? [
            trendChart(
              {
                id: slug("trends", place.prefix, task.id, id, name, system),
                title,
                axis: { title: name, unit },
                rows,
              },
              place,
            ),
          ]
        : [];
    });
  });
}

function tableRows(table: Table, measure: string, x: string): readonly LineRow[] {
  return divisionsOf(table)
    .slice(0, 1)
    .flatMap(({ rows }) =>
      rows.map((row) => ({
        x,
        series: row.names.join(" · "),
        ...figureOf(table, measure, row),
      })),
    );
}

/** More lines than these tell nobody anything; a single one is drawn where all parts are. */
const mostLines = 12;

function drawable(rows: readonly LineRow[]): boolean {
  const series = new Set(rows.flatMap((row) => (row.value === null ? [] : [row.series])));
  return series.size > 1 && series.size <= mostLines;
}
