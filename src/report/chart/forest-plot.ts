import {
  absent,
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import { axisTicks, formatTick } from "./axis-ticks.ts";
import { chartLegend, type LegendEntry } from "./chart-legend.ts";
import { differenceLegend, forestLegend } from "./forest-legend.ts";
import type { ForestRow } from "./forest-row.ts";
import { intervalMark } from "./interval-mark.ts";
import { type Markup, markup, nothing } from "./markup.ts";
import { color } from "./palette.ts";
import { referenceLine, referenceNames } from "./reference-line.ts";
import { chartTitle, round, svgChart, svgText, textPixels } from "./svg-text.ts";

export interface ForestPlot {
  readonly title: string;
  /** What the axis measures, without its unit. */
  readonly axis: string;
  readonly unit: Unit;
  readonly rows: readonly ForestRow[];
  /**
   * In pixels. Below 520 names stand above their rows instead of beside them; below 300 intervals
   * are drawn but not written.
   */
  readonly width: number;
  /** Small plots beside each other share one legend elsewhere. */
  readonly hasLegend?: boolean;
  /**
   * Rows are differences to what this names: with signs, in points where scores are fractions, on
   * an axis cut to them, with a line at 0.
   */
  readonly differenceTo?: string;
}

/**
 * A point with its interval per row on one axis, with the lines of chance, majority, people and
 * oracle behind.
 */
export function forestPlot(plot: ForestPlot): Markup {
  const layout = layOut(plot);
  const legendTop = layout.bottom + axisHeight + 6;
  const entries = plot.hasLegend === false ? [] : legendEntries(plot);
  const legend = chartLegend(entries, { left: 0, top: legendTop, width: plot.width });
  return svgChart({ width: plot.width, height: legendTop + legend.height, label: spoken(plot) }, [
    ...layout.title.lines,
    ...axisLabels(plot, layout),
    ...plot.rows.map((row, at) =>
      drawRow(row, { plot, layout, top: layout.title.height + at * layout.rowHeight }),
    ),
    ...legend.markup,
  ]);
}

function legendEntries({ rows, unit, differenceTo }: ForestPlot): readonly LegendEntry[] {
  return differenceTo === undefined
    ? forestLegend(rows, unit)
    : differenceLegend(rows, differenceTo);
}

interface Layout {
  readonly title: ReturnType<typeof chartTitle>;
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly rowHeight: number;
  /** Widths of what is written at the right: the score, and after it the interval. */
  readonly figures: { readonly score: number; readonly interval: number };
  readonly ticks: readonly number[];
  x(value: number): number;
}

const axisHeight = 40;
const edge = 12;

function layOut(plot: ForestPlot): Layout {
  const isNarrow = plot.width < 520;
  const title = chartTitle(plot.title, plot.width);
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(textPixels));
  const labels = Math.min(plot.width * 0.28, widest(plot.rows.map((row) => row.label)));
  const hasIntervals = plot.width >= 300 && plot.rows.some((row) => row.low !== null);
  const intervals = !hasIntervals ? 0 : widest(plot.rows.map((row) => intervalText(row, plot)));
  const figures = {
    score: widest(plot.rows.map((row) => scoreText(row, plot))),
    interval: intervals === 0 ? 0 : intervals + 14,
  };
  const left = isNarrow ? edge : labels + 2 * edge;
  const right = plot.width - (isNarrow ? edge : figures.score + figures.interval + 2 * edge);
  const rowHeight = isNarrow ? 42 : 28;
  const ticks = axisTicks(...domain(plot), isNarrow ? 5 : 10);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const x = (value: number) => left + ((value - low) / (high - low)) * (right - left);
  return {
    isNarrow,
    left,
    right,
    title,
    bottom: title.height + plot.rows.length * rowHeight,
    rowHeight,
    figures,
    ticks,
    x,
  };
}

/** Fractions are shown on the whole axis, since a cut one makes small differences look large. */
function domain({ rows, unit, differenceTo }: ForestPlot): [number, number] {
  const numbers = rows.flatMap(
    ({ value, low, high, chance, majority, people = null, oracle, bounds }) =>
      [value, low, high, chance, majority, people, oracle, ...(bounds ?? [])].filter(
        (number) => number !== null,
      ),
  );
  return [
    Math.min(0, ...numbers),
    Math.max(unit === "percent" && differenceTo === undefined ? 1 : 0, ...numbers),
  ];
}

function axisLabels(
  { axis, unit, differenceTo }: ForestPlot,
  { ticks, x, left, right, bottom }: Layout,
): Markup[] {
  return [
    ...ticks.map((tick) => {
      const text = formatTick(unit === "percent" ? Number((tick * 100).toPrecision(6)) : tick);
      const sign = differenceTo !== undefined && tick > 0 ? "+" : "";
      return svgText(`${sign}${text}`, {
        x: x(tick),
        y: bottom + 16,
        anchor: "middle",
        tone: "muted",
      });
    }),
    svgText(
      unit !== "percent"
        ? axis
        : differenceTo === undefined
          ? `${axis} in %`
          : `${axis}, in points`,
      {
        x: (left + right) / 2,
        y: bottom + 34,
        anchor: "middle",
        tone: "muted",
        width: right - left,
      },
    ),
  ];
}

interface RowPlace {
  readonly plot: ForestPlot;
  readonly layout: Layout;
  readonly top: number;
}

function drawRow(row: ForestRow, { plot, layout, top }: RowPlace): Markup {
  const { isNarrow, left, rowHeight, figures, x } = layout;
  const bandTop = isNarrow ? top + 18 : top;
  const y = (bandTop + top + rowHeight) / 2;
  const textY = isNarrow ? top + 13 : y + 4;
  const tone = row.isBaseline ? "muted" : "ink";
  const labelWidth = isNarrow
    ? plot.width - figures.score - figures.interval - edge
    : left - 2 * edge + 6;
  const { low, high, value, bounds, isBaseline } = row;
  return markup`<g>${rowLines(row, { plot, layout, top: bandTop, bottom: top + rowHeight })}
${svgText(row.label, { x: 0, y: textY, width: labelWidth, tone })}
${svgText(scoreText(row, plot), { x: plot.width - figures.interval, y: textY, anchor: "end", tone })}
${figures.interval === 0 ? nothing : svgText(intervalText(row, plot), { x: plot.width, y: textY, anchor: "end", tone: "muted" })}
${intervalMark({
  y,
  value: value === null ? null : x(value),
  interval: low === null || high === null ? null : [x(low), x(high)],
  bounds: bounds === null ? null : [x(bounds[0]), x(bounds[1])],
  isBaseline,
})}</g>`;
}

interface Band {
  readonly plot: ForestPlot;
  readonly layout: Layout;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Drawn row by row, because systems that were scored on different samples have different
 * references; equal ones join.
 */
function rowLines(row: ForestRow, { plot, layout: { x, ticks }, top, bottom }: Band): Markup[] {
  const grid = ticks.map(
    (tick) =>
      markup`<line x1="${round(x(tick))}" y1="${round(top)}" x2="${round(x(tick))}" y2="${round(bottom)}" stroke="${color("rule")}"/>`,
  );
  const references = referenceNames.map((name) => {
    const value = row[name] ?? null;
    return value === null
      ? nothing
      : referenceLine(name, { from: [x(value), top], to: [x(value), bottom] });
  });
  const zero =
    plot.differenceTo === undefined
      ? []
      : [referenceLine("oracle", { from: [x(0), top], to: [x(0), bottom] })];
  return [...grid, ...references, ...zero];
}

function scoreText({ value }: ForestRow, { unit, differenceTo }: ForestPlot): string {
  if (differenceTo !== undefined) return formatDifference(value, unit);
  return value === null ? "no score" : formatScore(value, unit);
}

function intervalText({ value, low, high }: ForestRow, { unit, differenceTo }: ForestPlot): string {
  if (value === null) return absent;
  return differenceTo === undefined
    ? formatInterval(low, high, unit)
    : formatDifferenceInterval(low, high, unit);
}

function spoken(plot: ForestPlot): string {
  const rows = plot.rows.map(
    (row) => `${row.label} ${scoreText(row, plot)}, interval ${intervalText(row, plot)}`,
  );
  return `${plot.title}: ${rows.join("; ")}`;
}
