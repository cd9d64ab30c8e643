import { metricUnit } from "../../summary/metric-unit.ts";
import type { PublishedResult } from "../../summary/published-result.ts";
import type { ReferenceName } from "../chart/reference-line.ts";
import { referenceValue } from "../table/headline-table.ts";
import { type Chart, slug } from "./chart.ts";
import { type ForestFormRow, forestForm } from "./forest-form.ts";
import { groupedForm } from "./grouped-form.ts";
import {
  hasInterval,
  intervalNote,
  isLoneZero,
  type PlotCall,
  seriesLook,
  subtitleOf,
} from "./plot-call.ts";
import { competing, type PlotMetric, type PlotTask, scoresOf } from "./plotted-run.ts";

/** Scores of all systems of a task, one chart for each metric. */
export function scoreCharts({ tasks, look }: PlotCall): readonly Chart[] {
  return tasks.flatMap((task) =>
    task.metrics.map((metric, at): Chart => {
      const rows = [...measuredRows(task, metric), ...publishedRows(task, metric)];
      const title = `${task.id}: ${metric.title}`;
      return {
        id: slug("scores", task.id, at === 0 ? "" : metric.id),
        kind: "scores",
        title,
        spec: forestForm(
          { title, subtitle: linesNote(rows), axis: metric.title, unit: metric.unit, rows },
          look,
        ),
      };
    }),
  );
}

function measuredRows(task: PlotTask, metric: PlotMetric): readonly ForestFormRow[] {
  const rows = scoresOf(task.entries, metric).map(
    ({ label, role, score, task: { people } }): ForestFormRow => ({
      name: label,
      role,
      value: score.value,
      low: score.low,
      high: score.high,
      chance: referenceValue(score, "chance"),
      majority: referenceValue(score, "majority"),
      people: people?.scores[metric.id]?.value ?? null,
      oracle: score.ceiling,
    }),
  );
  const order = ["system", "probe", "baseline"];
  return rows.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
}

function publishedRows({ entries }: PlotTask, { id }: PlotMetric): readonly ForestFormRow[] {
  const all = new Map<string, PublishedResult>();
  for (const { task } of entries)
    for (const result of task.published ?? [])
      if (result.metric === id) all.set(result.name, result);
  return [...all.values()].map(({ name, value, low, high }) => ({
    name: `${name} (published)`,
    role: "published",
    value,
    low: low ?? null,
    high: high ?? null,
  }));
}

function linesNote(rows: readonly ForestFormRow[]): string | undefined {
  const has = (line: ReferenceName) => rows.some((row) => typeof row[line] === "number");
  return subtitleOf([
    rows.some(hasInterval) && intervalNote,
    has("chance") && "dashed: chance",
    has("majority") && "dotted: majority",
    has("people") && "dashed and dotted: people (a second annotator)",
    has("oracle") && "grey line: oracle",
    rows.some(({ role }) => role === "published") && "hollow: published, not measured here",
  ]);
}

/** All tasks whose headline is a fraction, as bars on one axis. */
export function taskCharts(call: PlotCall): readonly Chart[] {
  const tasks = call.tasks.filter(({ metrics }) => metrics[0]!.unit === "percent");
  if (tasks.length < 2) return [];
  const titles = new Set(tasks.map(({ metrics }) => metrics[0]!.title));
  const rows = tasks.flatMap((task) => {
    const metric = task.metrics[0]!;
    return scoresOf(competing(task.entries), metric).map(({ label, score }) => ({
      category: titles.size === 1 ? task.id : `${task.id} · ${metric.title}`,
      series: label,
      value: score.value,
      low: score.low,
      high: score.high,
    }));
  });
  const [only] = titles;
  const axis = titles.size === 1 ? only! : "headline score";
  const title = titles.size === 1 ? `${only} by task` : "Headline scores by task";
  return [
    {
      id: "tasks",
      kind: "tasks",
      title,
      spec: groupedForm(
        {
          title,
          subtitle: subtitleOf([rows.some(hasInterval) && intervalNote]),
          axis,
          unit: "percent",
          rows,
          mark: "bar",
        },
        seriesLook(rows, call),
        call.look,
      ),
    },
  ];
}

/** Systems of a run against the first, rows of a matrix against its first, systems against probes. */
export function differenceCharts(call: PlotCall): readonly Chart[] {
  return [...comparisonCharts(call), ...gainCharts(call), ...matrixCharts(call)];
}

interface DifferenceChart {
  readonly id: string;
  readonly title: string;
  readonly metric: Pick<PlotMetric, "title" | "unit">;
  readonly rows: readonly Omit<ForestFormRow, "role">[];
}

function differenceChart(
  { id, title, metric, rows }: DifferenceChart,
  { look }: PlotCall,
): readonly Chart[] {
  if (isLoneZero(rows)) return [];
  const systems = rows.map((row): ForestFormRow => ({ ...row, role: "system" }));
  return [
    {
      id,
      kind: "differences",
      title,
      spec: forestForm(
        {
          title,
          subtitle: subtitleOf([systems.some(hasInterval) && `paired, ${intervalNote}`]),
          axis: `difference of ${metric.title}`,
          unit: metric.unit,
          rows: systems,
          isDifference: true,
        },
        look,
      ),
    },
  ];
}

function comparisonCharts(call: PlotCall): readonly Chart[] {
  return ownTasks(call).flatMap(({ run, task, suffix }) => {
    const comparisons = task.comparisons ?? [];
    const [first] = comparisons;
    const shared = first?.metrics[first.headline];
    if (!first || !shared) return [];
    const rows = comparisons.flatMap(({ system, metrics }) => {
      const score = metrics[first.headline];
      return score
        ? [{ name: system, value: score.difference, low: score.low, high: score.high }]
        : [];
    });
    const metric = { title: shared.title, unit: metricUnit(shared) };
    const title = `${task.id}: ${shared.title}, difference to ${first.baseline}${suffix}`;
    const id = slug("differences", task.id, suffix === "" ? "" : run);
    return differenceChart({ id, title, metric, rows }, call);
  });
}

function gainCharts(call: PlotCall): readonly Chart[] {
  return ownTasks(call).flatMap(({ run, task, suffix, metric }) => {
    if (!metric) return [];
    const rows = (task.gains ?? []).flatMap(({ of, probe, metrics }) => {
      const gain = metrics[metric.id];
      return gain
        ? [{ name: `${of} − ${probe}`, value: gain.value, low: gain.low, high: gain.high }]
        : [];
    });
    if (rows.length === 0) return [];
    const title = `${task.id}: ${metric.title}, what probes take away${suffix}`;
    const id = slug("differences", task.id, "probes", suffix === "" ? "" : run);
    return differenceChart({ id, title, metric, rows }, call);
  });
}

/** The tasks of each run that is drawn, with the run's name where there are several. */
function ownTasks({ tasks }: PlotCall) {
  const drawn = new Set(tasks.flatMap(({ entries }) => entries.map(({ run }) => run)));
  return tasks.flatMap(({ entries, metrics }) =>
    [...Map.groupBy(entries, ({ run }) => run)].map(([run, own]) => ({
      run: run.name,
      task: own[0]!.task,
      metric: metrics[0],
      suffix: drawn.size > 1 ? ` (${run.name})` : "",
    })),
  );
}

function matrixCharts(call: PlotCall): readonly Chart[] {
  return call.matrices.flatMap((matrix) =>
    matrix.tasks.flatMap((task) =>
      task.systems.flatMap((system) => {
        const metric = system.metrics.find(({ id }) => id === system.headline);
        const rows = (metric?.scores ?? []).flatMap((score, at) => {
          const name = matrix.rows[at]!.name;
          return score?.difference ? [{ name, ...pick(score.difference) }] : [];
        });
        if (!metric || rows.length === 0) return [];
        const title = `${task.id}, ${system.id}: ${metric.title}, difference to ${matrix.rows[0]!.name}`;
        const unit = metricUnit(metric);
        const id = slug("differences", task.id, system.id, matrix.name);
        return differenceChart({ id, title, metric: { title: metric.title, unit }, rows }, call);
      }),
    ),
  );
}

function pick({ value, low, high }: Pick<ForestFormRow, "value" | "low" | "high">) {
  return { value, low, high };
}
