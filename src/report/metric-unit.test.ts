import { expect, it } from "vitest";
import { metricUnit } from "./metric-unit.ts";
import type { ScoreSummary } from "./summary.ts";

function score(parts: Partial<ScoreSummary>): ScoreSummary {
  return { title: "t", value: 0.5, low: null, high: null, interval: "", n: 1, signature: "s", ceiling: 1, references: [], ...parts };
}

it.each([
  ["a fraction", [score({})], "percent"],
  ["a fraction below zero", [score({ value: -0.2, low: -0.3 })], "percent"],
  ["a fraction that sums left above 1", [score({ value: 1 + 1e-12 })], "percent"],
  ["a ceiling below 1", [score({ value: 0.2, ceiling: 0.2 })], "percent"],
  ["a rate where less is better", [score({ value: 0.4, ceiling: 0 })], "plain"],
  ["an open scale, though this system is below 1", [score({ value: 0.8, ceiling: 10 })], "plain"],
  ["one system above 1 decides for all", [score({ value: 0.8 }), undefined, score({ value: 1.2, ceiling: null })], "plain"],
  ["nothing known", [], "percent"],
] as const)("%s", (_, scores, unit) => expect(metricUnit(scores)).toBe(unit));
