import { expect, it } from "vitest";
import { axisTicks } from "./axis-ticks.ts";

it.each([
  [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 1, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
  [-0.13, 1, 5, [-0.5, 0, 0.5, 1]],
  [0, 4996, 5, [0, 1000, 2000, 3000, 4000, 5000]],
  [3, 3, 4, [3, 4]],
  [0, 0, 4, [0, 0.5]],
])("%d to %d in about %i", (low, high, count, ticks) => {
  const found = axisTicks(low, high, count);
  expect(found[0]).toBeLessThanOrEqual(low);
  expect(found.at(-1)).toBeGreaterThanOrEqual(high);
  expect(found.slice(0, ticks.length)).toEqual(ticks);
});
