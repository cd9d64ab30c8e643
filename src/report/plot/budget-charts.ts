import type { Sampler } from "../../core/data/media.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { budgetForm } from "./budget-form.ts";
import { type Chart, slug } from "./chart.ts";
import { linesForm } from "./lines-form.ts";
import { hasInterval, intervalNote, type PlotCall, seriesLook, subtitleOf } from "./plot-call.ts";
import { competing, type PlotTask, scoresOf } from "./plotted-run.ts";

interface Budget {
  readonly id: string;
  readonly title: string;
  of(system: SystemSummary): number | undefined;
}

/** What systems spend, as far as summaries know it. */
const budgets: readonly Budget[] = [
  { id: "frames", title: "frames shown", of: ({ asked }) => frameCount(asked?.frames) },
  {
    id: "tokens",
    title: "tokens per sample, read and written",
    of: ({ resources, total }) =>
      perSample((resources?.tokens.input ?? 0) + (resources?.tokens.output ?? 0), total),
  },
  {
    id: "cost",
    title: "US dollars per 1,000 samples",
    of: ({ resources, total }) => perSample((resources?.cost ?? 0) * 1000, total),
  },
  {
    id: "latency",
    title: "median seconds of requests per sample",
    of: ({ resources }) =>
      resources?.times.total ? resources.times.total.median / 1000 : undefined,
  },
];

/** Nothing spent means that nothing is known. */
function perSample(sum: number, samples: number): number | undefined {
  return sum > 0 && samples > 0 ? sum / samples : undefined;
}

/** How many frames a sampler takes; rates take as many as a video is long. */
function frameCount(sampler: Sampler | undefined): number | undefined {
  switch (sampler?.strategy) {
    case "uniform":
    case "middle":
    case "vista":
    case "window":
      return sampler.count;
    case "explicit":
      return sampler.times.length;
    default:
      return undefined;
  }
}

/** Score against what it took, one chart for each budget on which systems differ. */
export function budgetCharts(call: PlotCall): readonly Chart[] {
  return call.tasks.flatMap((task) =>
    budgets.flatMap(({ id, title: budget, of }) => {
      const metric = task.metrics[0]!;
      const rows = scoresOf(competing(task.entries), metric).flatMap(({ label, system, score }) => {
        const spent = of(system);
        const { value, low, high } = score;
        return spent === undefined || value === null
          ? []
          : [{ series: label, budget: spent, value, low, high }];
      });
      if (new Set(rows.map((row) => row.budget)).size < 2) return [];
      const title = `${task.id}: ${metric.title} against ${id}`;
      const subtitle = subtitleOf([
        rows.some(hasInterval) && intervalNote,
        "line: the best for its budget or less",
      ]);
      const form = {
        title,
        subtitle,
        budget,
        axis: metric.title,
        unit: metric.unit,
        isLessBetter: metric.isLessBetter,
        isCount: id === "frames",
        rows,
      };
      const spec = budgetForm(form, seriesLook(rows, call), call.look);
      return [{ id: slug("budget", task.id, id), kind: "budget", title, spec } as const];
    }),
  );
}

/** Score against the number of frames, a line for each system that was shown several numbers. */
export function frameCharts(call: PlotCall): readonly Chart[] {
  return call.tasks.flatMap((task) => {
    const metric = task.metrics[0]!;
    const rows = frameRows(task);
    if (new Set(rows.map(({ x }) => x)).size < 2) return [];
    const title = `${task.id}: ${metric.title} by frames shown`;
    const spec = linesForm(
      {
        title,
        subtitle: subtitleOf([rows.some(hasInterval) && intervalNote]),
        xTitle: "frames shown",
        xScale: "log",
        axis: metric.title,
        unit: metric.unit,
        extent: "data",
        rows,
        intervals: "bars",
        hasPoints: true,
      },
      seriesLook(rows, call),
      call.look,
    );
    return [{ id: slug("frames", task.id), kind: "frames", title, spec } as const];
  });
}

/** A system is one line over runs where these differ in frames; else each of its runs is. */
function frameRows({ entries, metrics }: PlotTask) {
  const all = scoresOf(competing(entries), metrics[0]!).flatMap(({ label, system, score }) => {
    const x = frameCount(system.asked?.frames);
    return x === undefined ? [] : [{ id: system.id, label, x, score }];
  });
  const bySystem = Map.groupBy(all, ({ id }) => id);
  return all.map(({ id, label, x, score: { value, low, high } }) => {
    const own = bySystem.get(id)!;
    const isOneLine = new Set(own.map((one) => one.x)).size === own.length;
    return { x, series: isOneLine ? id : label, value, low, high };
  });
}
