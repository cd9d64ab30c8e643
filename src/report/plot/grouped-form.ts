import type { Unit } from "../../summary/format-number.ts";
import type { ChartLook, Spec } from "./chart.ts";
import { nameExpression } from "./label-lines.ts";
import { type ChartFrame, chartPixels, fontSize, themed, tones } from "./plot-theme.ts";
import { type SeriesLook, seriesChannels } from "./series-style.ts";
import { valueChannel } from "./value-axis.ts";

/** One value of one series, in a category. */
export interface GroupedRow {
  readonly category: string;
  readonly series: string;
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
}

export interface GroupedForm extends Omit<ChartFrame, "height"> {
  readonly axis: string;
  readonly unit: Unit;
  readonly rows: readonly GroupedRow[];
  /** Bars start at 0. */
  readonly mark: "bar" | "point";
  readonly isLogarithmic?: boolean;
}

/** Categories below each other, and in each of them every series with its interval. */
export function groupedForm(form: GroupedForm, series: SeriesLook, look: ChartLook): Spec {
  const { rows, mark } = form;
  const categories = [...new Set(rows.map(({ category }) => category))];
  const letters = Math.floor((chartPixels(look) * 0.32) / (fontSize.label * 0.5));
  const each = mark === "bar" ? 9 : 10;
  const step = Math.max(
    categories.some(({ length }) => length > letters) ? 27 : 16,
    series.labels.length * each + 8,
  );
  const places = {
    y: {
      field: "category",
      type: "nominal",
      sort: null,
      title: null,
      scale: { domain: categories, paddingInner: 8 / step, paddingOuter: 4 / step },
      axis: {
        labelExpr: nameExpression(categories, letters),
        ticks: false,
        domain: mark === "bar",
        labelLimit: 0,
      },
    },
    yOffset: { field: "series", type: "nominal", sort: null, scale: { domain: series.labels } },
  };
  const value = scoreChannel(form);
  return themed(
    {
      data: { values: rows },
      layer: [
        ...(mark === "point" && categories.length > 1 && series.labels.length > 1
          ? [separators(places.y)]
          : []),
        ...(mark === "bar" ? [barLayer(value, places, series)] : []),
        intervalLayer(form, places, series),
        ...(mark === "point" ? [pointLayer(value, places, series)] : []),
      ],
    },
    { ...form, height: categories.length * step },
    look,
  );
}

function scoreChannel({ axis, unit, rows, isLogarithmic }: GroupedForm): Spec {
  const values = rows.flatMap(({ value, low, high }) => [value, low, high]);
  const channel = valueChannel("value", {
    title: axis,
    unit,
    values,
    extent: isLogarithmic ? "data" : "whole",
  });
  return isLogarithmic
    ? { ...channel, scale: { ...(channel.scale as Spec), zero: false, type: "log" } }
    : channel;
}

interface Places {
  readonly y: Spec;
  readonly yOffset: Spec;
}

/** Thin lines between categories, so that the eye does not slip from one to the next. */
function separators(y: Spec): Spec {
  return {
    transform: [{ aggregate: [{ op: "count", as: "count" }], groupby: ["category"] }],
    mark: { type: "rule", color: tones.rule, strokeWidth: 0.75, strokeDash: [1, 2] },
    encoding: { y: { ...y, axis: null, bandPosition: 0 } },
  };
}

function barLayer(value: Spec, places: Places, series: SeriesLook): Spec {
  return {
    mark: { type: "bar", opacity: 0.85 },
    encoding: { x: value, ...places, ...seriesChannels(series, ["color"]) },
  };
}

function pointLayer(value: Spec, places: Places, series: SeriesLook): Spec {
  return {
    transform: [{ filter: "isValid(datum.value)" }],
    mark: { type: "point", size: 30 },
    encoding: { x: value, ...places, ...seriesChannels(series, ["color", "shape"]) },
  };
}

/** On bars in ink, since a line in the bar's own colour would vanish in it. */
function intervalLayer({ mark }: GroupedForm, places: Places, series: SeriesLook): Spec {
  const isBar = mark === "bar";
  return {
    transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
    mark: { type: "rule", strokeWidth: isBar ? 0.9 : 1.5, ...(isBar ? { color: tones.ink } : {}) },
    encoding: {
      x: { field: "low", type: "quantitative" },
      x2: { field: "high" },
      y: { ...places.y, axis: null, ...(isBar ? {} : { axis: null }) },
      yOffset: { ...places.yOffset, ...(isBar ? { bandPosition: 0.5 } : {}) },
      ...(isBar ? {} : seriesChannels(series, ["color"])),
    },
  };
}
