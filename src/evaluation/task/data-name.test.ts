import { expect, it } from "vitest";
import { dataName } from "./data-name.ts";

it.each([
  ["data/streams.jsonl", "streams"],
  ["results/", "results"],
  ["eval/wtag/stream/notalk0.5-maxlen_4k-none", "notalk0.5-maxlen_4k-none"],
  ["runs/theta0.35", "theta0.35"],
  ["val.v2.json", "val.v2"],
  [".json", ".json"],
])("%s is called %s", (path, name) => {
  expect(dataName(path)).toBe(name);
});
