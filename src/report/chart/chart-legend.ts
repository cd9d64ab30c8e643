import { type Markup, markup } from "./markup.ts";
import { svgText, textPixels } from "./svg-text.ts";

export interface LegendEntry {
  readonly text: string;
  /** Draws the sign in a box of 22 × 12 pixels with this left end and middle height. */
  sign(x: number, y: number): Markup;
}

/** Entries in lines that fit `width`, the first at `top`. */
export function chartLegend(
  entries: readonly LegendEntry[],
  { left, top, width }: { left: number; top: number; width: number },
) {
  const placed: Markup[] = [];
  let x = left;
  let y = top + lineHeight / 2;
  for (const entry of entries) {
    const size = signWidth + 6 + textPixels(entry.text);
    if (x > left && x + size > left + width) {
      x = left;
      y += lineHeight;
    }
    placed.push(
      markup`${entry.sign(x, y)}${svgText(entry.text, { x: x + signWidth + 6, y: y + 4, tone: "muted" })}`,
    );
    x += size + 18;
  }
  return { markup: placed, height: entries.length === 0 ? 0 : y + lineHeight / 2 - top };
}

const lineHeight = 20;
const signWidth = 22;
