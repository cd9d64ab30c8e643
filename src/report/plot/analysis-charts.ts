import type { Curve, Table } from "../../core/scores/analysis.ts";
import {
  divisionsOf,
  figureOf,
  isConfusion,
  measuresOf,
  type TableMeasure,
} from "./analysis-tables.ts";
import { type Chart, slug } from "./chart.ts";
import { groupedForm } from "./grouped-form.ts";
import { heatmapForm } from "./heatmap-form.ts";
import { linesForm } from "./lines-form.ts";
import {
  hasInterval,
  intervalNote,
  isLoneZero,
  type PlotCall,
  seriesLook,
  subtitleOf,
} from "./plot-call.ts";
import { competing, type PlotEntry } from "./plotted-run.ts";
import { ownStyles } from "./series-style.ts";
import { stepsInOrder } from "./steps-in-order.ts";

/** Curves, confusion matrices and tables that a task's analyses came to. */
export function analysisCharts(call: PlotCall): readonly Chart[] {
  return call.tasks.flatMap((task) => {
    const all = competing(task.entries).flatMap((entry) =>
      entry.system.analyses.map((analysis) => ({ entry, analysis })),
    );
    return [...Map.groupBy(all, ({ analysis }) => analysis.id)].flatMap(([id, own]) => {
      const place = {
        id: slug("analyses", task.id, id),
        ...titleParts(`${task.id}: ${own[0]!.analysis.title}`),
      };
      const curves = own.flatMap(({ entry, analysis: { data } }) =>
        data.kind === "curve" && data.points.length > 0 ? [{ entry, data }] : [],
      );
      const tables = own.flatMap(({ entry, analysis: { data } }) =>
        data.kind === "table" && data.rows.length > 0 ? [{ entry, data }] : [],
      );
      const ofAllSystems = task.entries.flatMap(({ system }) =>
        system.analyses.flatMap(({ id: other, data }) =>
          other === id && data.kind === "table" && data.rows.length > 0 ? [data] : [],
        ),
      );
      return [
        ...curveCharts(curves, place, call),
        ...tableCharts(tables, { ...place, ofAllSystems }, call),
      ];
    });
  });
}

interface Place {
  readonly id: string;
  readonly title: string;
  /** What the title says in brackets. */
  readonly detail?: string | undefined;
}

/** What stands in brackets at the end of a title goes into the line below it. */
function titleParts(whole: string): Pick<Place, "title" | "detail"> {
  const [, title = whole, detail] = /^(.*\S) \((.*)\)$/u.exec(whole) ?? [];
  return { title, detail };
}

interface Analysed<Data> {
  readonly entry: PlotEntry;
  readonly data: Data;
}

function curveCharts(
  curves: readonly Analysed<Curve>[],
  { id, title, detail }: Place,
  call: PlotCall,
): readonly Chart[] {
  const [first] = curves;
  if (!first) return [];
  const rows = curves.flatMap(({ entry, data }) =>
    thinned(data).map(({ x, y, band }) => ({
      x,
      series: entry.label,
      value: y,
      low: band?.[0] ?? null,
      high: band?.[1] ?? null,
    })),
  );
  if (rows.length === 0 || isLoneZero(rows)) return [];
  const spec = linesForm(
    {
      title,
      subtitle: subtitleOf([detail, rows.some(hasInterval) && `shaded: ${intervalNote}`]),
      xTitle: first.data.x,
      xScale: "linear",
      axis: first.data.y,
      unit: "plain",
      extent: "whole",
      rows,
      intervals: "band",
      hasPoints: curves.some(({ data }) => data.points.length < 2),
    },
    seriesLook(rows, call),
    call.look,
  );
  return [{ id, kind: "analyses", title, spec }];
}

const gridCells = 800;

/** Without points that fall on the one before, so that a curve of a million stays a small file. */
function thinned({ points, band }: Curve) {
  const spans = [0, 1].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const point of points) {
      low = Math.min(low, point[axis]!);
      high = Math.max(high, point[axis]!);
    }
    return high - low || 1;
  });
  let before = "";
  return points.flatMap(([x, y], at) => {
    const cell = `${Math.round((x / spans[0]!) * gridCells)} ${Math.round((y / spans[1]!) * gridCells)}`;
    if (cell === before || !Number.isFinite(x) || !Number.isFinite(y)) return [];
    before = cell;
    return [{ x, y, band: band?.[at] }];
  });
}

interface TablePlace extends Place {
  readonly ofAllSystems: readonly Table[];
}

function tableCharts(
  tables: readonly Analysed<Table>[],
  place: TablePlace,
  call: PlotCall,
): readonly Chart[] {
  const [confusions, others] = [
    tables.filter(({ data }) => isConfusion(data)),
    tables.filter(({ data }) => !isConfusion(data)),
  ];
  const measures = measuresOf(
    others.map(({ data }) => data),
    place.ofAllSystems,
  );
  return [
    ...confusions.map((one) => confusionChart(one, place, call)),
    ...measures.flatMap((measure) => measureCharts(others, { ...place, measure }, call)),
  ];
}

function confusionChart({ entry, data }: Analysed<Table>, place: Place, { look }: PlotCall): Chart {
  const title = `${place.title}, ${entry.label}`;
  const spec = heatmapForm(
    {
      title,
      subtitle: place.detail,
      rows: data.rows.map(([name]) => String(name)),
      columns: data.columns.slice(1),
      cells: data.rows.map((row) => row.slice(1).map(Number)),
    },
    look,
  );
  return { id: slug(place.id, entry.label), kind: "analyses", title, spec };
}

interface MeasurePlace extends Place {
  readonly measure: TableMeasure;
}

/** A row of a table, in the words of charts. */
interface MeasureRow {
  readonly names: readonly string[];
  readonly series: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

function measureCharts(
  tables: readonly Analysed<Table>[],
  place: MeasurePlace,
  call: PlotCall,
): readonly Chart[] {
  const { name } = place.measure;
  const divided = tables.flatMap(({ entry, data }) =>
    divisionsOf(data).map(({ keys, rows }) => ({
      keys,
      rows: rows.map(
        (row): MeasureRow => ({
          names: row.names,
          series: entry.label,
          ...figureOf(data, name, row),
        }),
      ),
    })),
  );
  const byKeys = Map.groupBy(divided, ({ keys }) => keys.join(" and "));
  return [...byKeys].flatMap(([joined, own]) => {
    const rows = own.flatMap((one) => one.rows).filter(({ value }) => value !== null);
    const words = byKeys.size > 1 ? [joined] : [];
    const title = `${place.title}: ${[name, ...words].join(" by ")}`;
    const id = slug(place.id, name, ...words);
    return rows.length < 2
      ? []
      : divisionCharts(rows, { ...place, id, title, keys: own[0]!.keys }, call);
  });
}

interface DivisionPlace extends MeasurePlace {
  readonly keys: readonly string[];
}

const mostRows = 60;

function divisionCharts(
  rows: readonly MeasureRow[],
  { id, title, detail, measure, keys }: DivisionPlace,
  call: PlotCall,
): readonly Chart[] {
  const steps = stepsInOrder([...new Set(rows.map(({ names }) => names[0]!))]);
  const frame = {
    title,
    subtitle: subtitleOf([detail, rows.some(hasInterval) && intervalNote]),
    axis: measure.name,
    unit: measure.unit,
  };
  if (!steps) {
    const grouped = rows.map((row) => ({ ...row, category: row.names.join(" · ") }));
    const shown = new Set([...new Set(grouped.map(({ category }) => category))].slice(0, mostRows));
    const kept = grouped.filter(({ category }) => shown.has(category));
    const all = new Set(grouped.map(({ category }) => category)).size;
    const cut = all > mostRows ? `the first ${mostRows} of ${all}` : undefined;
    const subtitle = subtitleOf([frame.subtitle, cut]);
    const spec = groupedForm(
      { ...frame, subtitle, rows: kept.map(plain), mark: "point" },
      seriesLook(kept, call),
      call.look,
    );
    return [{ id, kind: "analyses", title, spec }];
  }
  const lines = (own: readonly MeasureRow[]) =>
    steps.flatMap((x) => own.filter(({ names }) => names[0] === x).map((row) => ({ ...row, x })));
  const draw = (own: readonly MeasureRow[], place: Place, look = seriesLook(own, call)): Chart => ({
    ...place,
    kind: "analyses",
    spec: linesForm(
      {
        ...frame,
        title: place.title,
        xTitle: keys[0]!,
        xScale: "steps",
        extent: "whole",
        rows: lines(own),
        intervals: "bars",
        hasPoints: true,
      },
      look,
      call.look,
    ),
  });
  if (keys.length === 1) return [draw(rows, { id, title })];
  return [...Map.groupBy(rows, ({ series }) => series)].map(([system, own]) => {
    const parts = own.map((row) => ({ ...row, series: row.names.slice(1).join(" · ") }));
    const styles = ownStyles([...new Set(parts.map(({ series }) => series))]);
    return draw(
      parts,
      { id: slug(id, system), title: `${title}, ${system}` },
      seriesLook(parts, { styles, look: call.look }),
    );
  });
}

function plain({ category, series, value, low, high }: MeasureRow & { readonly category: string }) {
  return { category, series, value, low, high };
}
