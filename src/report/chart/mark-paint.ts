import type { TimelineMark } from "../../core/scores/view.ts";
import { type ColorName, color } from "./palette.ts";
import type { TimeScale } from "./time-scale.ts";

const tones: Readonly<Record<TimelineMark["tone"], ColorName>> = {
  reference: "accent",
  missed: "bad",
  good: "good",
  caution: "own",
  bad: "bad",
  neutral: "baseline",
};

/** How a mark of a timeline is drawn. */
export interface MarkPaint {
  readonly color: string;
  /** What is missed or calls for caution is hollow, so that it differs without colours too. */
  readonly isHollow: boolean;
}

export function markPaint(tone: TimelineMark["tone"]): MarkPaint {
  return { color: color(tones[tone]), isHollow: tone === "caution" || tone === "missed" };
}

/** A mark in words: when, what, and what became of it. */
export function markWords(
  { startSeconds, endSeconds, text, note }: TimelineMark,
  scale: TimeScale,
): string {
  const times = scale.span(startSeconds, endSeconds);
  return `${times} ${text}`.trim() + (note === undefined ? "" : ` (${note})`);
}
