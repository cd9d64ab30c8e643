import type { ViewTimeline } from "../../core/scores/view.ts";
import { axisTicks } from "./axis-ticks.ts";
import { lengthText, timeTicks, timeUnit } from "./time-axis.ts";

/** How a timeline counts: its axis, and the words for a time. */
export interface TimeScale {
  /** What stands at the axis. */
  readonly name: string;
  ticks(low: number, high: number, count: number): readonly number[];
  text(tick: number): string;
  length(length: number): string;
  /** From one time to another, or a moment where they are equal. */
  span(start: number, end: number): string;
}

export function timeScale({ unit, endSeconds }: ViewTimeline): TimeScale {
  if (unit === "frames") return frames;
  const { name, text } = timeUnit(endSeconds);
  return {
    name: `time (${name})`,
    ticks: timeTicks,
    text,
    length: lengthText,
    span: (start, end) => (start === end ? clock(start) : `${clock(start)}–${clock(end)}`),
  };
}

const frames: TimeScale = {
  name: "frame",
  ticks: (low, high, count) =>
    axisTicks(low, high, count).filter(
      (tick) => Number.isInteger(tick) && tick >= low && tick <= high,
    ),
  text: String,
  length: (length) => `${length} frames`,
  // The frame at which a span ends is not in it.
  span: (start, end) => (end - start <= 1 ? `frame ${start}` : `frames ${start}–${end - 1}`),
};

/** Seconds as people write times: 7.5, 1:07.5, 1:02:03. */
function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = (tenths % 600) / 10;
  const minutes = Math.floor(tenths / 600);
  if (minutes === 0) return String(rest);
  const padded = rest < 10 ? `0${rest}` : String(rest);
  if (minutes < 60) return `${minutes}:${padded}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${padded}`;
}
