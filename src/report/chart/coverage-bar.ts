import { formatCount } from "../../summary/format-number.ts";
import type { OutcomeCounts } from "../../summary/outcome-summary.ts";
import { outcomeOrder } from "../../summary/outcome-totals.ts";
import { type Markup, markup } from "./markup.ts";
import { type ColorName, color } from "./palette.ts";
import { round } from "./svg-text.ts";

interface OutcomeLook {
  readonly tone: ColorName;
  readonly opacity: number;
}

/**
 * One hue per culprit: blue was answered, amber is the system's doing, red is ours, grey is still
 * to come.
 */
const looks: Readonly<Record<keyof OutcomeCounts, OutcomeLook>> = {
  answered: { tone: "answered", opacity: 1 },
  unparsed: { tone: "own", opacity: 1 },
  refused: { tone: "own", opacity: 0.75 },
  truncated: { tone: "own", opacity: 0.55 },
  missing: { tone: "own", opacity: 0.35 },
  "media-error": { tone: "ours", opacity: 1 },
  failed: { tone: "ours", opacity: 0.6 },
  pending: { tone: "pending", opacity: 1 },
};

const barWidth = 1000;
const barHeight = 14;
/** So that one sample of thousands is still seen. */
const leastWidth = 6;

/**
 * How work on a system's samples ended, as one stacked bar without text; it may be stretched to any
 * width.
 */
export function coverageBar(name: string, outcomes: OutcomeCounts): Markup {
  const kinds = outcomeOrder.filter((kind) => outcomes[kind] > 0);
  const widths = segmentWidths(kinds.map((kind) => outcomes[kind]));
  let left = 0;
  const segments = kinds.map((kind, at) => {
    const width = widths[at] ?? 0;
    const { tone, opacity } = looks[kind];
    const x = left;
    left += width;
    return markup`<rect x="${round(x)}" y="0" width="${round(at === kinds.length - 1 ? width : width - 1.5)}" height="${barHeight}" fill="${color(tone)}" fill-opacity="${opacity}"><title>${formatCount(outcomes[kind])} ${kind}</title></rect>`;
  });
  const spoken = kinds.map((kind) => `${formatCount(outcomes[kind])} ${kind}`).join(", ");
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${barWidth} ${barHeight}" width="100%" height="${barHeight}" preserveAspectRatio="none" role="img" aria-label="${name}: ${spoken === "" ? "no samples" : spoken}">${segments}</svg>`;
}

/** A square in the colour of an outcome, for legends. */
export function outcomeSwatch(kind: keyof OutcomeCounts): Markup {
  const { tone, opacity } = looks[kind];
  return markup`<svg width="10" height="10" aria-hidden="true"><rect width="10" height="10" rx="2" fill="${color(tone)}" fill-opacity="${opacity}"/></svg>`;
}

function segmentWidths(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const widths = counts.map((count) => Math.max(leastWidth, (count / total) * barWidth));
  const scale = barWidth / widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => width * scale);
}
