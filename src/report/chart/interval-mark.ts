import { type Markup, markup, nothing } from "./markup.ts";
import { color } from "./palette.ts";
import { round } from "./svg-text.ts";

type Pixels = readonly [low: number, high: number];

/** Positions in pixels along a horizontal axis. */
export interface IntervalMark {
  readonly y: number;
  readonly value: number | null;
  readonly interval: Pixels | null;
  readonly bounds: Pixels | null;
  /** Drawn hollow and in grey. */
  readonly isBaseline: boolean;
}

/**
 * A point on its interval, whiskers at the ends, and behind them the band of what unscored samples
 * could change.
 */
export function intervalMark({ y, value, interval, bounds, isBaseline }: IntervalMark): Markup {
  const tone = color(isBaseline ? "baseline" : "accent");
  const band = bounds === null ? nothing : boundsBand(bounds, y);
  const whiskers =
    interval === null
      ? nothing
      : markup`<path d="${whiskerPath(interval, y)}" stroke="${tone}" stroke-width="1.75" fill="none"/>`;
  const point =
    value === null
      ? nothing
      : markup`<circle cx="${round(value)}" cy="${round(y)}" r="4.25" fill="${isBaseline ? color("page") : tone}" stroke="${tone}" stroke-width="1.75"/>`;
  return markup`${band}${whiskers}${point}`;
}

/** At least two pixels wide, so that it is seen. */
export function boundsBand([low, high]: Pixels, y: number): Markup {
  return markup`<rect x="${round(low - 1)}" y="${round(y - 8)}" width="${round(high - low + 2)}" height="16" rx="2" fill="${color("band")}"/>`;
}

function whiskerPath(interval: Pixels, y: number): string {
  const [low, high] = interval.map(round);
  return `M${low} ${round(y)}H${high}M${low} ${round(y - 4)}v8M${high} ${round(y - 4)}v8`;
}
