import { expect, it } from "vitest";
import { metricNames, metricsNamed } from "./metric-names.ts";

const metrics = [
  { id: "map" },
  { id: "map@0.5" },
  { id: "recall@5" },
  { id: "recall@10" },
  { id: "recall@5-contained" },
  { id: "latency-p95" },
  { id: "false-alarms-per-hour", aliases: ["fah"] },
  { id: "spotting-map" },
];

it.each([
  ["map", ["map"]],
  ["map@0.5", ["map@0.5"]],
  ["recall", ["recall@5", "recall@10"]],
  ["latency", ["latency-p95"]],
  ["fah", ["false-alarms-per-hour"]],
  ["recall@", []],
  ["recal", []],
  ["p95", []],
  ["", []],
])("%j asks for %j", (name, ids) => expect(metricsNamed(name, metrics)).toEqual(ids));

it("an id is stronger than a short name", () => {
  expect(metricsNamed("map", [{ id: "map@0.5" }])).toEqual(["map@0.5"]);
  expect(metricsNamed("map", [{ id: "map@0.5" }, { id: "map" }])).toEqual(["map"]);
});

it("all names that ask for something, each once", () => {
  const names = metricNames(metrics);
  expect(names).toEqual([...metrics.map(({ id }) => id), "recall", "latency", "fah"]);
  for (const name of names) expect(metricsNamed(name, metrics)).not.toEqual([]);
});
