import { expect, it } from "vitest";
import { labelsSchema } from "./labels-schema.ts";

it.each([
  ["labels.csv", { path: "labels.csv", kappaAbove: 0.7, kappaBy: "point" }],
  [{ path: "a.jsonl" }, { path: "a.jsonl", kappaAbove: 0.7, kappaBy: "point" }],
  [
    { path: "a.jsonl", kappaAbove: 0.6, kappaBy: "lower" },
    { path: "a.jsonl", kappaAbove: 0.6, kappaBy: "lower" },
  ],
])("labels are a file, or a file and when its scores are quoted: %j", (written, read) => {
  expect(labelsSchema().parse(written)).toEqual(read);
  expect(labelsSchema().parse(read)).toEqual(read);
});

it.each([
  "",
  3,
  {},
  { path: "a", kappaBy: "upper" },
  { path: "a", kappaAbove: 2 },
  { path: "a", more: 1 },
])("and nothing else: %j", (written) => {
  expect(labelsSchema().safeParse(written).success).toBe(false);
});
