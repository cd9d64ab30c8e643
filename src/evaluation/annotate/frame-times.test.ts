import { expect, it } from "vitest";
import type { Marks } from "../../core/family/annotating.ts";
import { endOf, startOf } from "../../summary/annotate/edit-intervals.ts";
import { fittedMarks, secondsToTicks, tickRate } from "./frame-times.ts";

const even = (rate: number, count: number) => ({
  times: Array.from({ length: count }, (_, at) => at / rate),
  seconds: count / rate,
});
/** Frames of 40, 47, 54 and 33 ms, as cameras that skip write them. */
const uneven = {
  times: Array.from({ length: 90 }, (_, at) => (at * 40 + (at % 3) * 7) / 1000),
  seconds: 3.62,
};

it.each([
  ["30 frames a second", even(30, 100), 30],
  ["29.97 frames a second", even(30_000 / 1001, 5000), 29.97003],
  ["frames at uneven times", uneven, 39],
  ["a single frame", { times: [0], seconds: 0.5 }, 2],
])("comes back to the same frames through ticks: %s", (_, frames, rate) => {
  const ticksPerSecond = tickRate(frames);
  expect(ticksPerSecond).toBeCloseTo(rate, 5);
  const last = frames.times.length - 1;
  for (const [from, to] of [
    [0, 0],
    [0, last],
    [last, last],
    [Math.floor(last / 3), Math.floor(last / 2)],
  ] as const) {
    const mark = { start: startOf(frames, from), end: endOf(frames, to) };
    const marks: Marks = { x: { kind: "interval", type: "t", ...mark } };
    const ticks = secondsToTicks(marks, frames, ticksPerSecond);
    const back = fittedMarks({ marks: ticks, unit: "ticks", ticksPerSecond }, frames);
    expect(back).toEqual({ marks, beyond: [] });
  }
});
