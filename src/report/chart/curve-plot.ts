import { axisTicks, formatTick } from "./axis-ticks.ts";
import { chartLegend } from "./chart-legend.ts";
import { type Markup, markup } from "./markup.ts";
import { type ColorName, color } from "./palette.ts";
import { chartTitle, round, svgChart, svgText, textPixels } from "./svg-text.ts";

export interface CurvePlot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly CurveSeries[];
  /** In pixels. */
  readonly width: number;
}

export interface CurveSeries {
  readonly label: string;
  readonly points: readonly (readonly [number, number])[];
  /** The interval of each point, where it has one. */
  readonly band?: readonly (readonly [number, number] | null)[] | undefined;
}

/**
 * Curves over common axes, told apart by colour and dashes, with a legend where there are several;
 * intervals are shaded behind them.
 */
export function curvePlot(plot: CurvePlot): Markup {
  const series = plot.series.map(drawnSeries);
  const layout = layOut(plot, series);
  const hasBand = series.some(({ stretches }) => stretches.length > 0);
  const legend = chartLegend(
    [
      ...series.map(({ label, points }, at) => ({
        text: points.length > 0 ? label : `${label} (no points)`,
        sign: (x: number, y: number) => stroke(`M${x} ${y}h22`, at),
      })),
      ...(hasBand ? [{ text: "95\u202f% interval", sign: bandSign }] : []),
    ],
    { left: 0, top: layout.bottom + 46, width: plot.width },
  );
  const label = `${plot.title}: ${plot.y} against ${plot.x}, for ${series.map((each) => each.label).join(", ")}`;
  return svgChart({ width: plot.width, height: layout.bottom + 48 + legend.height, label }, [
    ...layout.title.lines,
    ...drawAxes(plot, layout),
    ...series.flatMap(({ stretches }, at) =>
      stretches.map((stretch) => drawBand(stretch, { layout, at })),
    ),
    ...series.flatMap(({ points }, at) =>
      points.length > 0 ? [drawSeries(points, { layout, at })] : [],
    ),
    ...legend.markup,
  ]);
}

interface DrawnSeries {
  readonly label: string;
  readonly points: readonly (readonly [number, number])[];
  /** Points next to each other that have an interval, two and more. */
  readonly stretches: readonly (readonly BandPoint[])[];
}

interface BandPoint {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

function drawnSeries({ label, points, band = [] }: CurveSeries): DrawnSeries {
  const stretches: BandPoint[][] = [[]];
  for (const [at, [x, y]] of points.entries()) {
    const [low, high] = band[at] ?? [Number.NaN, Number.NaN];
    if ([x, y, low, high].every(Number.isFinite)) stretches.at(-1)!.push({ x, low, high });
    else stretches.push([]);
  }
  return {
    label,
    points: points.filter((point) => point.every(Number.isFinite)),
    stretches: stretches.filter(({ length }) => length > 1),
  };
}

interface Layout {
  readonly title: ReturnType<typeof chartTitle>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  x(value: number): number;
  y(value: number): number;
}

function layOut({ title: text, width }: CurvePlot, series: readonly DrawnSeries[]): Layout {
  const points = series.flatMap((each) => each.points);
  const limits = series.flatMap(({ stretches }) =>
    stretches.flat().flatMap(({ low, high }) => [low, high]),
  );
  const xTicks = axisTicks(...extent(points.map(([x]) => x)), width < 520 ? 4 : 8);
  const yTicks = axisTicks(...extent([0, ...points.map(([, y]) => y), ...limits]), 5);
  const left = Math.max(...yTicks.map((tick) => textPixels(formatTick(tick)))) + 12;
  const right = width - 14;
  const title = chartTitle(text, width);
  const top = title.height + 20;
  const bottom = top + Math.min(260, width * 0.55);
  return {
    title,
    left,
    right,
    top,
    bottom,
    xTicks,
    yTicks,
    x: (value) => left + share(value, xTicks) * (right - left),
    y: (value) => bottom - share(value, yTicks) * (bottom - top),
  };
}

function extent(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 1];
}

function share(value: number, ticks: readonly number[]): number {
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  return (value - low) / (high - low);
}

function drawAxes(
  { x: xTitle, y: yTitle, width }: CurvePlot,
  { left, right, top, bottom, xTicks, yTicks, x, y }: Layout,
): Markup[] {
  return [
    svgText(yTitle, { x: 0, y: top - 12, tone: "muted", width }),
    ...yTicks.map(
      (
        tick,
      ) => markup`<line x1="${round(left)}" x2="${round(right)}" y1="${round(y(tick))}" y2="${round(y(tick))}" stroke="${color("rule")}"/>
${svgText(formatTick(tick), { x: left - 6, y: y(tick) + 4, anchor: "end", tone: "muted" })}`,
    ),
    markup`<line x1="${round(left)}" x2="${round(right)}" y1="${round(bottom)}" y2="${round(bottom)}" stroke="${color("muted")}"/>`,
    ...xTicks.map(
      (
        tick,
      ) => markup`<line x1="${round(x(tick))}" x2="${round(x(tick))}" y1="${round(bottom)}" y2="${round(bottom + 4)}" stroke="${color("muted")}"/>
${svgText(formatTick(tick), { x: x(tick), y: bottom + 18, anchor: "middle", tone: "muted" })}`,
    ),
    svgText(xTitle, {
      x: (left + right) / 2,
      y: bottom + 36,
      anchor: "middle",
      tone: "muted",
      width: right - left,
    }),
    markup`<line x1="${round(left)}" x2="${round(left)}" y1="${round(top)}" y2="${round(bottom)}" stroke="${color("muted")}"/>`,
  ];
}

/** Along the upper limits and back along the lower ones. */
function drawBand(
  stretch: readonly BandPoint[],
  { layout, at }: { readonly layout: Layout; readonly at: number },
): Markup {
  const upper = stretch.map(({ x, high }) => `${round(layout.x(x))} ${round(layout.y(high))}`);
  const lower = stretch
    .toReversed()
    .map(({ x, low }) => `${round(layout.x(x))} ${round(layout.y(low))}`);
  return shade(`M${[...upper, ...lower].join("L")}Z`, look(at).tone);
}

function bandSign(x: number, y: number): Markup {
  return shade(`M${x} ${y - 5}h22v10h-22Z`, "muted");
}

function shade(path: string, tone: ColorName): Markup {
  return markup`<path d="${path}" fill="${color(tone)}" fill-opacity="0.16"/>`;
}

/**
 * Leaves out points that fall on the pixel of the one before, so that a curve of a million points
 * stays a small file.
 */
function drawSeries(
  points: readonly (readonly [number, number])[],
  { layout, at }: { readonly layout: Layout; readonly at: number },
): Markup {
  const steps: string[] = [];
  let before = "";
  for (const [x, y] of points) {
    const pixel = `${Math.round(layout.x(x) * 2) / 2} ${Math.round(layout.y(y) * 2) / 2}`;
    if (pixel !== before) steps.push(pixel);
    before = pixel;
  }
  return steps.length === 1 ? dot(steps[0] ?? "", at) : stroke(`M${steps.join("L")}`, at);
}

const looks: readonly { readonly tone: ColorName; readonly dash: string }[] = [
  { tone: "accent", dash: "none" },
  { tone: "own", dash: "7 3" },
  { tone: "good", dash: "2 3" },
  { tone: "ours", dash: "9 3 2 3" },
  { tone: "baseline", dash: "4 4" },
];

function look(at: number) {
  return looks[at % looks.length] ?? { tone: "accent" as const, dash: "none" };
}

function stroke(path: string, at: number): Markup {
  const { tone, dash } = look(at);
  return markup`<path d="${path}" fill="none" stroke="${color(tone)}" stroke-width="2" stroke-linejoin="round" stroke-dasharray="${dash}"/>`;
}

function dot(pixel: string, at: number): Markup {
  const [x = "", y = ""] = pixel.split(" ");
  return markup`<circle cx="${x}" cy="${y}" r="4" fill="${color(look(at).tone)}"/>`;
}
