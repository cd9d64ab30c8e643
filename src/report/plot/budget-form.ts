import type { Unit } from "../../summary/format-number.ts";
import type { ChartLook, Spec } from "./chart.ts";
import { type ChartFrame, chartPixels, themed, tones } from "./plot-theme.ts";
import { named, type SeriesLook, seriesChannels } from "./series-style.ts";
import { logTicks, valueChannel } from "./value-axis.ts";

/** What a system spends, and what it reaches by it. */
interface BudgetRow {
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
  /** Whether budgets are whole numbers. */
  readonly isCount?: boolean;
  readonly rows: readonly BudgetRow[];
}

/** Scores against what they cost, with a line through those that nothing beats at their price. */
export function budgetForm(form: BudgetForm, series: SeriesLook, look: ChartLook): Spec {
  const { rows } = form;
  const x = budgetChannel(form);
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
    { ...named(form, series), height: Math.min(210, chartPixels(look) * 0.58) },
    look,
  );
}

/** Logarithmic where budgets differ much; whole numbers are marked as they are. */
function budgetChannel({ rows, budget, isCount = false }: BudgetForm): Spec {
  const budgets = rows.map((row) => row.budget);
  const [low, high] = [Math.min(...budgets), Math.max(...budgets)];
  const isWide = low > 0 && high > 8 * low;
  const counts = isCount ? [...new Set(budgets)].sort((a, b) => a - b) : undefined;
  const ticks = counts ?? (isWide ? logTicks(budgets) : undefined);
  const padding = 12;
  return {
    field: "budget",
    type: "quantitative",
    title: budget,
    scale: isWide
      ? {
          type: "log",
          ...(counts ? { padding } : { domain: [ticks![0], ticks!.at(-1)] }),
          nice: false,
        }
      : { zero: false, nice: !counts, padding },
    axis: {
      grid: false,
      labelExpr: "format(datum.value, ',.3~r')",
      labelOverlap: true,
      ...(ticks ? { values: ticks } : { tickCount: 5 }),
    },
  };
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
