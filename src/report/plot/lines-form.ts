import type { Unit } from "../../summary/format-number.ts";
import type { ChartLook, Spec } from "./chart.ts";
import { cut, shortExpression } from "./label-lines.ts";
import { type ChartFrame, chartPixels, fontSize, themed, tones } from "./plot-theme.ts";
import { named, type SeriesLook, seriesChannels } from "./series-style.ts";
import { numberIn, stepsInOrder } from "./steps-in-order.ts";
import { domainOf, valueChannel } from "./value-axis.ts";

/** One point of a line. */
export interface LineRow {
  readonly x: number | string;
  readonly series: string;
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
}

export interface LinesForm extends Omit<ChartFrame, "height"> {
  readonly xTitle: string | null;
  /** `steps` names values in their order; `time` is ISO 8601. */
  readonly xScale: "linear" | "log" | "steps" | "time";
  readonly axis: string;
  readonly unit: Unit;
  readonly extent: "whole" | "data";
  readonly rows: readonly LineRow[];
  /** How intervals are drawn: shaded behind curves, as bars on points that stand apart. */
  readonly intervals: "band" | "bars";
  readonly hasPoints: boolean;
  /** Lines across, with a word on each. */
  readonly marks?: readonly TimeMark[];
}

interface TimeMark {
  readonly x: string;
  readonly text: string;
}

/** Lines of series over a common axis. */
export function linesForm(form: LinesForm, series: SeriesLook, look: ChartLook): Spec {
  const rows = form.rows.filter(({ value }) => value !== null);
  const { marks = [] } = form;
  const x = xChannel(form, look);
  const y = valueChannel("value", {
    title: form.axis,
    unit: form.unit,
    values: rows.flatMap(({ value, low, high }) => [value, low, high]),
    extent: form.extent,
  });
  const hasIntervals = rows.some(({ low, high }) => isNumber(low) && isNumber(high));
  return themed(
    {
      data: { values: rows },
      layer: [
        ...(marks.length > 0 ? [ruleLayer(marks, x)] : []),
        ...(hasIntervals ? [intervalLayer(form, x, series)] : []),
        {
          mark: { type: "line", strokeWidth: 1.5, strokeJoin: "round" },
          encoding: {
            x,
            y,
            ...seriesChannels(series, form.hasPoints ? ["color"] : ["color", "dash"]),
          },
        },
        ...(form.hasPoints
          ? [
              {
                mark: { type: "point", size: 26 },
                encoding: { x, y, ...seriesChannels(series, ["color", "shape"]) },
              },
            ]
          : []),
        ...(marks.length > 0 ? [wordLayer(marks, x)] : []),
      ],
    },
    { ...named(form, series), height: Math.min(200, chartPixels(look) * 0.55) },
    look,
  );
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number";
}

function xChannel({ xTitle, xScale, rows }: LinesForm, look: ChartLook): Spec {
  const channel = { field: "x", title: xTitle };
  const steps = [...new Set(rows.map(({ x }) => x))];
  const room = Math.floor((chartPixels(look) * 0.85) / steps.length / (fontSize.label * 0.5));
  switch (xScale) {
    case "steps":
      return {
        ...channel,
        type: "ordinal",
        sort: null,
        scale: { domain: steps, type: "point", padding: 0.5 },
        axis: {
          labelAngle: 0,
          labelOverlap: true,
          labelLimit: 0,
          labelExpr: stepExpression(steps.map(String), Math.max(4, room)),
          grid: false,
        },
      };
    case "time":
      return {
        ...channel,
        type: "temporal",
        scale: { type: "utc", nice: false, padding: 8 },
        axis: { grid: false, tickCount: 5, labelOverlap: true },
      };
    case "log":
      return {
        ...channel,
        type: "quantitative",
        scale: { type: "log", base: 2, nice: false, padding: 10 },
        axis: { grid: false, values: distinctNumbers(rows), format: ",.6~r", labelOverlap: true },
      };
    case "linear":
      return {
        ...channel,
        type: "quantitative",
        scale: {
          domain: domainOf({
            values: rows.map(({ x }) => Number(x)),
            extent: "data",
            unit: "plain",
          }),
          zero: false,
          nice: true,
        },
        axis: {
          grid: false,
          tickCount: 6,
          labelOverlap: true,
          labelExpr: "format(datum.value, ',.6~r')",
        },
      };
  }
}

/** Where "level 1" to "level 8" have no room, the axis says that they are levels. */
function stepExpression(steps: readonly string[], room: number): string {
  if (steps.every(({ length }) => length <= room) || !stepsInOrder(steps))
    return shortExpression(steps, room);
  const numbers = Object.fromEntries(steps.map((step) => [step, String(numberIn(step))]));
  return `${JSON.stringify(numbers)}[datum.label]`;
}

function distinctNumbers(rows: readonly LineRow[]): readonly number[] {
  return [...new Set(rows.map(({ x }) => Number(x)))].sort((a, b) => a - b);
}

function intervalLayer({ intervals }: LinesForm, x: Spec, series: SeriesLook): Spec {
  const isBand = intervals === "band";
  return {
    transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
    mark: isBand
      ? { type: "area", fillOpacity: 0.14 }
      : { type: "rule", strokeWidth: 1.25, opacity: 0.75 },
    encoding: {
      x,
      y: { field: "low", type: "quantitative" },
      y2: { field: "high" },
      ...seriesChannels(series, ["color"]),
    },
  };
}

function ruleLayer(marks: readonly TimeMark[], x: Spec): Spec {
  return {
    data: { values: marks },
    mark: { type: "rule", color: tones.quiet, strokeDash: [2, 2], strokeWidth: 1 },
    encoding: { x },
  };
}

/**
 * The words stand along their lines, so that those of releases soon after each other fit. A white
 * edge around letters would put them into PDF as pictures (Type 3), which journals refuse.
 */
function wordLayer(marks: readonly TimeMark[], x: Spec): Spec {
  return {
    data: { values: marks.map(({ x: at, text }) => ({ x: at, text: cut(text, 18) })) },
    mark: {
      type: "text",
      angle: 270,
      align: "right",
      baseline: "bottom",
      dy: -2,
      color: tones.ink,
    },
    encoding: { x, y: { value: 2 }, text: { field: "text", type: "nominal" } },
  };
}
