import type { Curve } from "../../core/scores/analysis.ts";
import { isBaseline } from "../../summary/baseline-systems.ts";
import { formatNumber, formatQuantity } from "../../summary/format-number.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { analysisTable } from "./analysis-table.ts";
import { type ReportTable, rightColumn } from "./report-table.ts";

/** Texts are read line by line: of longer tables they show the beginning. */
const mostRows = 30;
/** So many points tell the course of a curve. */
const mostPoints = 12;

/**
 * What analyses say of each system, for texts: tables, and curves as tables of some of their points.
 * Those of baselines are left out where there is anything else to read.
 */
export function analysisTables(task: TaskSummary): readonly ReportTable[] {
  const own = task.systems.filter((system) => !isBaseline(system));
  const systems = own.length > 0 ? own : task.systems;
  const all = systems.flatMap(({ id, analyses }) =>
    analyses.map(({ id: analysis, title, data }) => {
      const name = `${title}: ${id}`;
      const table = data.kind === "table" ? analysisTable(name, data) : curveTable(name, data);
      return { analysis, table: cut(table) };
    }),
  );
  // The same analysis of all systems stands together.
  const groups = Map.groupBy(all, ({ analysis }) => analysis);
  return [...groups.values()].flat().flatMap(({ table }) => (table.rows.length > 0 ? [table] : []));
}

function cut(table: ReportTable): ReportTable {
  const further = table.rows.length - mostRows;
  if (further <= 0) return table;
  return {
    ...table,
    rows: table.rows.slice(0, mostRows),
    notes: [...(table.notes ?? []), `and ${formatQuantity(further, "more row")} in the report`],
  };
}

function curveTable(title: string, { x, y, points, band, notes = [] }: Curve): ReportTable {
  const places = spread(points.length);
  const shown = (value: number) => formatNumber(value, 3);
  return {
    title,
    columns: [x, y, ...(band ? ["95 % interval"] : [])].map(rightColumn),
    rows: places.map((at) => {
      const limits = band?.[at];
      const between = limits ? limits.map(shown).join("–") : "–";
      return [...points[at]!.map(shown), ...(band ? [between] : [])];
    }),
    notes:
      places.length < points.length
        ? [...notes, `${places.length} of ${points.length} points; the report draws all`]
        : notes,
  };
}

/** Places evenly spread from the first to the last. */
function spread(count: number): readonly number[] {
  if (count <= mostPoints) return Array.from({ length: count }, (_, at) => at);
  const step = (count - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, at) => Math.round(at * step));
}
