import type { Unit } from "../../summary/format-number.ts";
import type { ChartLook, Spec } from "./chart.ts";
import { type ChartFrame, chartPixels, themed, tones } from "./plot-theme.ts";
import { type SeriesLook, seriesChannels } from "./series-style.ts";
import { valueChannel } from "./value-axis.ts";

/** What a system spends, and what it reaches by it. */
export interface BudgetRow {
  readonly series: string;
  readonly budget: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface BudgetForm extends Omit<ChartFrame, "height"> {
  readonly budget: string;
  readonly axis: string;
  readonly unit: Unit;
  readonly isLessBetter: boolean;
  readonly rows: readonly BudgetRow[];
}

/** Scores against what they cost, with a line through those that nothing beats at their price. */
export function budgetForm(form: BudgetForm, series: SeriesLook, look: ChartLook): Spec {
  const { rows } = form;
  const budgets = rows.map(({ budget }) => budget);
  const isWide = Math.min(...budgets) > 0 && Math.max(...budgets) > 8 * Math.min(...budgets);
  const x = {
    field: "budget",
    type: "quantitative",
    title: form.budget,
    scale: isWide
      ? { type: "log", nice: true, padding: 12 }
      : { zero: false, nice: true, padding: 12 },
    axis: {
      grid: false,
      tickCount: 5,
      labelExpr: "format(datum.value, ',.3~g')",
      labelOverlap: true,
    },
  };
  const y = valueChannel("value", {
    title: form.axis,
    unit: form.unit,
    values: rows.flatMap(({ value, low, high }) => [value, low, high]),
    extent: "data",
  });
  return themed(
    {
      data: { values: rows },
      layer: [
        {
          data: { values: paretoFront(rows, form) },
          mark: { type: "line", interpolate: "step-after", color: tones.quiet, strokeWidth: 1.25 },
          encoding: { x, y, order: { field: "budget", type: "quantitative" } },
        },
        {
          transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
          mark: { type: "rule", strokeWidth: 1.25 },
          encoding: {
            x,
            y: { field: "low", type: "quantitative" },
            y2: { field: "high" },
            ...seriesChannels(series, ["color"]),
          },
        },
        {
          mark: { type: "point", size: 40 },
          encoding: { x, y, ...seriesChannels(series, ["color", "shape"]) },
        },
      ],
    },
    { ...form, height: Math.min(210, chartPixels(look) * 0.58) },
    look,
  );
}

/** Those that no other beats at the same price or less, the cheapest first. */
export function paretoFront(
  rows: readonly BudgetRow[],
  { isLessBetter }: Pick<BudgetForm, "isLessBetter">,
): readonly BudgetRow[] {
  const sign = isLessBetter ? -1 : 1;
  const front: BudgetRow[] = [];
  const byPrice = rows.toSorted((a, b) => a.budget - b.budget || sign * (b.value - a.value));
  for (const row of byPrice)
    if (front.every(({ value }) => sign * row.value > sign * value)) front.push(row);
  return front;
}
