import type { TimelineLane, TimelineSignal, ViewTimeline } from "../../core/scores/view.ts";
import { type Markup, markup } from "./markup.ts";
import { color } from "./palette.ts";
import { round } from "./svg-text.ts";
import type { TimelineRow } from "./timeline-rows.ts";

export const laneHeight = 34;
/** Between the lines of neighbouring lanes. */
const gap = 4;

/** A row of a timeline where it is drawn. */
export interface SignalRow extends TimelineRow {
  readonly top: number;
  /** Where a time is; of times outside, the nearer edge. */
  x(seconds: number): number;
}

interface Point {
  readonly seconds: number;
  readonly value: number;
}

/** Stretches of points that follow each other without a gap. */
function stretches(
  { startSeconds, stepSeconds, values = [] }: TimelineSignal,
  row: TimelineRow,
): readonly (readonly Point[])[] {
  const all: Point[][] = [[]];
  for (const [at, value] of values.entries()) {
    const seconds = startSeconds + at * stepSeconds;
    if (seconds < row.startSeconds || seconds > row.endSeconds) continue;
    if (value === null) all.push([]);
    else all.at(-1)!.push({ seconds, value });
  }
  return all.filter(({ length }) => length > 0);
}

/** The lowest and highest number that the scale of a signal must hold: 0 is always on it. */
function rangeOf({ values = [] }: TimelineSignal): readonly [low: number, high: number] {
  const known = values.filter((value) => value !== null);
  return [Math.min(0, ...known), Math.max(0, ...known)];
}

/**
 * A signal as a line over its lane, filled down to 0, on a scale that holds 0 and all of its
 * numbers: what is small beside the rest looks small.
 */
export function signalLine(
  { label, signal }: TimelineLane,
  top: number,
  row: SignalRow,
): readonly Markup[] {
  if (!signal) return [];
  const [low, high] = rangeOf(signal);
  const height = laneHeight - 2 * gap;
  const y = (value: number) => top + gap + height * (1 - (value - low) / (high - low || 1));
  const zero = round(y(0));
  const drawn = stretches(signal, row).map((points) => {
    const places = points.map(
      ({ seconds, value }) => [round(row.x(seconds)), round(y(value))] as const,
    );
    const [first, start] = places[0]!;
    return `M${first} ${zero}V${start}${steps(places)}V${zero}`;
  });
  const [left, right] = [round(row.x(row.startSeconds)), round(row.x(row.endSeconds))];
  return [
    markup`<line x1="${left}" x2="${right}" y1="${zero}" y2="${zero}" stroke="${color("rule")}"/><g><title>${label}: ${signalText(signal)}</title><path d="M${left} ${top + gap}h${round(right - left)}v${height}H${left}z" fill="transparent"/><path d="${drawn.join("")}" fill="${color("answered")}" fill-opacity="0.22" stroke="${color("answered")}" stroke-width="1.25" stroke-linejoin="round"/></g>`,
  ];
}

/** The way from each place to the next, which is shorter than the places themselves. */
function steps(places: readonly (readonly [x: number, y: number])[]): string {
  return places
    .slice(1)
    .map(([x, y], at) => relative(round(x - places[at]![0]), round(y - places[at]![1])))
    .join("");
}

/** As short as paths can be written: a minus parts numbers as well as a space does. */
function relative(x: number, y: number): string {
  if (y === 0) return `h${x}`;
  return `l${x}${y < 0 ? "" : " "}${y}`;
}

/** Where marks are, so that the eye finds the same time in the lanes of signals. */
export function timelineGuides({ lanes }: ViewTimeline, row: SignalRow): readonly Markup[] {
  const from = lanes.findIndex(({ signal }) => signal);
  if (from < 0) return [];
  const count = lanes.filter(({ signal }) => signal).length;
  const [y, height] = [row.top + from * laneHeight, count * laneHeight];
  const spans = new Map(
    lanes.flatMap(({ marks }) =>
      marks
        .filter(
          ({ startSeconds, endSeconds }) =>
            endSeconds >= row.startSeconds && startSeconds <= row.endSeconds,
        )
        .map(({ startSeconds, endSeconds }) => [
          `${startSeconds}-${endSeconds}`,
          [row.x(startSeconds), row.x(endSeconds)] as const,
        ]),
    ),
  );
  return [...spans.values()].map(
    ([start, end]) =>
      markup`<rect x="${round(start)}" y="${y}" width="${round(Math.max(1, end - start))}" height="${height}" fill="${color("rule")}" fill-opacity="0.55"/>`,
  );
}

/** The numbers that a line runs between. */
export function signalText(signal: TimelineSignal): string {
  const known = (signal.values ?? []).filter((value) => value !== null);
  if (known.length === 0) return "could not be read";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return [least, most].map((value) => Number(value.toPrecision(3))).join(" to ");
}
