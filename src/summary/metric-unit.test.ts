import { expect, it } from "vitest";
import { metricUnit } from "./metric-unit.ts";

it.each([
  ["a fraction", 1, 0, "percent"],
  ["a fraction where less is better", 0, 1, "percent"],
  ["a correlation", 1, -1, "percent"],
  ["a correlation where less is better", -1, 1, "percent"],
  ["a chance-corrected fraction, which has no worst value", 1, null, "percent"],
  ["what falls below −1", 1, -2, "plain"],
  ["an open scale such as CIDEr", 10, 0, "plain"],
  ["an error without a limit", 0, null, "plain"],
  ["an error with a large limit", 0, 30, "plain"],
  ["half a scale", 0.5, 0, "plain"],
  ["an open scale without a worst value", 10, null, "plain"],
] as const)("%s", (_, best, worst, unit) => expect(metricUnit({ best, worst })).toBe(unit));

it("takes a sum over samples for a count, whatever its limits", () => {
  expect(metricUnit({ best: 1, worst: 0, isTotal: true })).toBe("count");
});
