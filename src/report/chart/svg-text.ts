import { displayWidth, shorten } from "../text/display-width.ts";
import { wrapText } from "../text/wrap-text.ts";
import { type Markup, markup } from "./markup.ts";
import { type ColorName, color } from "./palette.ts";

/** The average width of a character at the size of chart text, in pixels; charts cannot measure. */
const characterWidth = 7;
const boldWidth = 7.8;

/** How wide a text will be in a chart, about, in pixels. */
export function textPixels(text: string): number {
  return displayWidth(text) * characterWidth;
}

export interface SvgText {
  readonly x: number;
  readonly y: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly tone?: ColorName;
  readonly isBold?: boolean;
  /** Pixels at most; a longer text is shortened and tells itself in full on hover. */
  readonly width?: number;
}

/** A line of text in a chart. */
export function svgText(
  text: string,
  { x, y, anchor = "start", tone = "ink", isBold = false, width }: SvgText,
): Markup {
  const shown =
    width === undefined ? text : shorten(text, Math.max(3, Math.floor(width / characterWidth)));
  const full = shown === text ? [] : [markup`<title>${text}</title>`];
  return markup`<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${color(tone)}" font-weight="${isBold ? 600 : 400}">${full}${shown}</text>`;
}

/** Coordinates to a tenth of a pixel: finer is not seen and makes files larger. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A chart's title, in as many lines as it needs from the top, and how high they are. */
export function chartTitle(
  title: string,
  width: number,
): { readonly lines: readonly Markup[]; readonly height: number } {
  const lines = wrapText(title, Math.floor(width / boldWidth)).map((line, at) =>
    svgText(line, { x: 0, y: 14 + at * 17, isBold: true }),
  );
  return { lines, height: 11 + lines.length * 17 };
}

export interface SvgFrame {
  readonly width: number;
  readonly height: number;
  /** What the chart says, for those who cannot see it. */
  readonly label: string;
}

/** A whole chart: complete in itself, so that it can also stand in a file of its own. */
export function svgChart({ width, height, label }: SvgFrame, content: readonly Markup[]): Markup {
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-label="${label}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="12">${content}</svg>`;
}
