import { expect, it } from "vitest";
import { lengthText, timeTicks, timeUnit } from "./time-axis.ts";

it.each([
  [0, 40, [0, 10, 20, 30, 40]],
  [0, 240, [0, 60, 120, 180, 240]],
  [300, 600, [300, 360, 420, 480, 540, 600]],
  [0, 7_000, [0, 1_800, 3_600, 5_400]],
  [0.25, 0.9, [0.4, 0.6, 0.8]],
  [0, 0.05, [0, 0.01, 0.02, 0.03, 0.04, 0.05]],
  [0, 20 * 86_400, [0, 4, 8, 12, 16, 20].map((days) => days * 86_400)],
])("from %d to %d s there are ticks at %j", (low, high, ticks) => {
  expect(timeTicks(low, high, 5)).toEqual(ticks);
});

it.each([
  [40, 7.5, "s", "7.5"],
  [240, 0, "min:s", "0:00"],
  [240, 67.5, "min:s", "1:07.5"],
  [7_200, 600, "h:min:s", "0:10:00"],
  [7_200, 3_723, "h:min:s", "1:02:03"],
])("up to %d s, %d s is told in %s as %s", (end, seconds, name, text) => {
  expect(timeUnit(end).name).toBe(name);
  expect(timeUnit(end).text(seconds)).toBe(text);
});

it.each([
  [15, "15 s"],
  [600, "10 min"],
  [7_200, "2 h"],
])("%d s is %s", (seconds, text) => expect(lengthText(seconds)).toBe(text));
