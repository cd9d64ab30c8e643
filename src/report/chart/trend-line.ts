import { formatInterval, formatScore, type Unit } from "../../summary/format-number.ts";
import { type Markup, markup, nothing } from "./markup.ts";
import { color } from "./palette.ts";
import { round } from "./svg-text.ts";

interface TrendPoint {
  /** What the point is of, such as the name and time of a run. */
  readonly label: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface TrendLine {
  readonly title: string;
  readonly unit: Unit;
  /** Oldest first. */
  readonly points: readonly TrendPoint[];
  readonly width: number;
  readonly height: number;
}

const edge = 6;

/** Scores one after the other with their intervals: small, without axes, to stand beside figures. */
export function trendLine({ title, unit, points, width, height }: TrendLine): Markup {
  const ends = points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const span = most - least || 1;
  const y = (value: number) =>
    round(height - edge - ((value - least) / span) * (height - 2 * edge));
  const step = points.length > 1 ? (width - 2 * edge) / (points.length - 1) : 0;
  const x = (at: number) => round(points.length > 1 ? edge + at * step : width / 2);
  const path = points
    .map(({ value }, at) => `${at === 0 ? "M" : "L"}${x(at)} ${y(value)}`)
    .join("");
  const marks = points.map(({ label, value, low, high }, at) => {
    const interval =
      low === null || high === null
        ? nothing
        : markup`<line x1="${x(at)}" x2="${x(at)}" y1="${y(low)}" y2="${y(high)}" stroke="${color("band")}" stroke-width="3"/>`;
    const isLast = at === points.length - 1;
    return markup`<g><title>${label}: ${scoreText({ value, low, high }, unit)}</title>${interval}<circle cx="${x(at)}" cy="${y(value)}" r="${isLast ? 3.5 : 2.5}" fill="${color(isLast ? "accent" : "page")}" stroke="${color("accent")}" stroke-width="1.5"/></g>`;
  });
  const spoken = points.map((point) => `${point.label} ${scoreText(point, unit)}`).join("; ");
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${spoken}"><path d="${path}" fill="none" stroke="${color("accent")}" stroke-width="1.5"/>${marks}</svg>`;
}

function scoreText({ value, low, high }: Omit<TrendPoint, "label">, unit: Unit): string {
  const interval = low === null || high === null ? "" : ` (${formatInterval(low, high, unit)})`;
  return `${formatScore(value, unit)}${interval}`;
}
