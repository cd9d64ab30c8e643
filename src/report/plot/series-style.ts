import type { ChartLook, Spec } from "./chart.ts";
import { shortExpression } from "./label-lines.ts";
import { chartPixels, fontSize, seriesColors } from "./plot-theme.ts";
import { competing, type PlotTask, type PlottedRun } from "./plotted-run.ts";

/** How a series is told apart: by colour, and by shape or dashes for those who see no colours. */
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

/**
 * The same system has the same look in all charts of a call. Charts that draw a system's runs as one
 * line name it by its id: it looks like the first of its runs there; older runs can have systems
 * that no other chart shows.
 */
export function seriesStyles(
  tasks: readonly PlotTask[],
  runs: readonly PlottedRun[] = [],
): SeriesStyles {
  const shown = tasks.flatMap(({ entries }) => competing(entries));
  const labels = new Set(shown.map(({ label }) => label));
  const firstLabels = new Map(shown.toReversed().map(({ system, label }) => [system.id, label]));
  const ids = runs.flatMap(({ summary }) =>
    summary.tasks.flatMap(({ systems }) => systems.map(({ id }) => id)),
  );
  const others = ids.filter((id) => !firstLabels.has(id));
  const styles = ownStyles([...new Set([...labels, ...others])]);
  return (name) => styles(labels.has(name) ? name : (firstLabels.get(name) ?? name));
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
  /** The part of the chart's width that the legend has, which starts where the plot does. */
  readonly legendShare?: number;
}

export type SeriesChannel = "color" | "shape" | "dash";

/** Channels that tell series apart, with one legend for all of them; none for a single series. */
export function seriesChannels(
  { labels, styles, look, legendShare = 0.87 }: SeriesLook,
  channels: readonly SeriesChannel[],
): Spec {
  const isAlone = labels.length === 1;
  const rangeOf = (channel: SeriesChannel) =>
    isAlone && channel === "shape" ? ["circle"] : labels.map((label) => styles(label)[channel]);
  const legend = labels.length > 1 ? legendOf(labels, chartPixels(look) * legendShare) : null;
  return Object.fromEntries(
    channels.map((channel) => [
      channel === "dash" ? "strokeDash" : channel,
      {
        field: "series",
        type: "nominal",
        sort: null,
        scale: { domain: labels, range: rangeOf(channel) },
        legend,
      },
    ]),
  );
}

/** A single series has no legend: the line below the title names it. */
export function named<Frame extends { readonly subtitle?: string | undefined }>(
  frame: Frame,
  { labels }: SeriesLook,
): Frame {
  if (labels.length !== 1) return frame;
  const subtitle = [labels[0], frame.subtitle].filter(Boolean).join("; ");
  return { ...frame, subtitle };
}

/** As many columns as the longest name allows. */
function legendOf(labels: readonly string[], pixels: number): Spec {
  const letter = fontSize.label * 0.5;
  const most = Math.min(labels.length > 4 ? 40 : 60, Math.floor((pixels - 20) / letter));
  const longest = Math.min(most, Math.max(...labels.map(({ length }) => length)));
  return {
    title: null,
    columns: Math.max(1, Math.min(labels.length, Math.floor(pixels / (longest * letter + 30)))),
    labelExpr: shortExpression(labels, most),
  };
}
