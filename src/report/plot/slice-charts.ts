import { type Chart, slug } from "./chart.ts";
import { groupedForm } from "./grouped-form.ts";
import { linesForm } from "./lines-form.ts";
import { hasInterval, intervalNote, type PlotCall, seriesLook, subtitleOf } from "./plot-call.ts";
import { competing, type PlotTask } from "./plotted-run.ts";
import { stepsInOrder } from "./steps-in-order.ts";

/** The headline score by group of samples: lines where groups have an order, else a row each. */
export function sliceCharts(call: PlotCall): readonly Chart[] {
  return call.tasks.flatMap((task) =>
    sliceNames(task).flatMap((name) => {
      const rows = sliceRows(task, name);
      const values = [...new Set(rows.map(({ category }) => category))];
      if (values.length < 2) return [];
      const metric = task.metrics[0]!;
      const title = `${task.id}: ${metric.title} by ${name}`;
      const frame = {
        title,
        subtitle: subtitleOf([rows.some(hasInterval) && intervalNote]),
        axis: metric.title,
        unit: metric.unit,
      };
      const steps = stepsInOrder(values);
      const look = seriesLook(rows, call);
      const spec = steps
        ? linesForm(
            {
              ...frame,
              xTitle: name,
              xScale: "steps",
              extent: "whole",
              rows: steps.flatMap((step) =>
                rows
                  .filter(({ category }) => category === step)
                  .map((row) => ({ ...row, x: step })),
              ),
              intervals: "bars",
              hasPoints: true,
            },
            look,
            call.look,
          )
        : groupedForm({ ...frame, rows, mark: "point" }, look, call.look);
      return [{ id: slug("slices", task.id, name), kind: "slices", title, spec } as const];
    }),
  );
}

function sliceNames({ entries }: PlotTask): readonly string[] {
  return [...new Set(entries.flatMap(({ system }) => Object.keys(system.slices)))];
}

function sliceRows({ entries, metrics }: PlotTask, name: string) {
  const metric = metrics[0]!.id;
  return competing(entries).flatMap(({ label, system }) =>
    Object.entries(system.slices[name] ?? {}).flatMap(([category, slice]) => {
      const score = slice.metrics[metric];
      return score && score.value !== null
        ? [{ category, series: label, value: score.value, low: score.low, high: score.high }]
        : [];
    }),
  );
}
