import { type Markup, markup } from "./markup.ts";
import { color } from "./palette.ts";
import { round } from "./svg-text.ts";

/**
 * Dashes and gaps add up to a divisor of the height of a row, so that lines drawn row by row join
 * evenly.
 */
const lineStyles = {
  chance: { dash: "4 3", width: 1.5 },
  majority: { dash: "1.5 2", width: 2 },
  people: { dash: "7 2 1.5 3.5", width: 1.5 },
  oracle: { dash: "none", width: 1.5 },
} as const;

/** The figures that scores are read against, told apart by their dashes. */
export type ReferenceName = keyof typeof lineStyles;
export const referenceNames: readonly ReferenceName[] = ["chance", "majority", "people", "oracle"];

interface Ends {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A straight line in a reference's style, in a plot or in its legend. */
export function referenceLine(name: ReferenceName, { from, to }: Ends): Markup {
  const { dash, width } = lineStyles[name];
  return markup`<line x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}" stroke="${color("muted")}" stroke-width="${width}" stroke-dasharray="${dash}"/>`;
}
