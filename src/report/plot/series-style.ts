import type { ChartLook, Spec } from "./chart.ts";
import { shortExpression } from "./label-lines.ts";
import { chartPixels, fontSize, seriesColors } from "./plot-theme.ts";
import { competing, type PlotTask } from "./plotted-run.ts";

/** How a series is told apart: colours repeat after seven, shapes and dashes do not with them. */
interface SeriesStyle {
  readonly color: string;
  readonly shape: string;
  readonly dash: readonly number[];
}

const shapes = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"] as const;
const dashes = [
  [1, 0],
  [5, 2],
  [1.5, 1.5],
  [6, 2, 1.5, 2],
  [3, 3],
] as const;

export type SeriesStyles = (label: string) => SeriesStyle;

/** The same system has the same look in all charts of a call. */
export function seriesStyles(tasks: readonly PlotTask[]): SeriesStyles {
  const own = [
    ...new Set(tasks.flatMap(({ entries }) => competing(entries).map(({ label }) => label))),
  ];
  return ownStyles(own);
}

/** For series that are no systems, such as the types of a table. */
export function ownStyles(labels: readonly string[]): SeriesStyles {
  return (label) => styleAt(Math.max(0, labels.indexOf(label)));
}

function styleAt(index: number): SeriesStyle {
  return {
    color: seriesColors[index % seriesColors.length]!,
    shape: shapes[index % shapes.length]!,
    dash: dashes[index % dashes.length]!,
  };
}

export interface SeriesLook {
  readonly labels: readonly string[];
  readonly styles: SeriesStyles;
  readonly look: ChartLook;
}

export type SeriesChannel = "color" | "shape" | "dash";

/** Channels that tell series apart, with one legend for all of them; none for a single series. */
export function seriesChannels(
  { labels, styles, look }: SeriesLook,
  channels: readonly SeriesChannel[],
): Spec {
  const legend = labels.length > 1 ? legendOf(labels, look) : null;
  return Object.fromEntries(
    channels.map((channel) => [
      channel === "dash" ? "strokeDash" : channel,
      {
        field: "series",
        type: "nominal",
        sort: null,
        scale: { domain: labels, range: labels.map((label) => styles(label)[channel]) },
        legend,
      },
    ]),
  );
}

/** As many columns as the longest name allows. */
function legendOf(labels: readonly string[], look: ChartLook): Spec {
  const longest = Math.max(...labels.map(({ length }) => length));
  const each = longest * fontSize.label * 0.5 + 30;
  return {
    title: null,
    columns: Math.max(1, Math.min(labels.length, Math.floor(chartPixels(look) / each))),
    labelExpr: shortExpression(
      labels,
      Math.floor((chartPixels(look) - 30) / (fontSize.label * 0.5)),
    ),
  };
}
