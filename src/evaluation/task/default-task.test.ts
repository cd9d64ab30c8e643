import { describe, expect, it } from "vitest";
import { findById } from "../../core/registry.ts";
import { families } from "../../families/index.ts";
import { defaultTask } from "./default-task.ts";

const familyOf = (id: string) => findById(families, id, "family");

describe("a task for data without a configuration", () => {
  it.each([
    ["multiple-choice", "a.csv", "csv"],
    ["multiple-choice", "a.tsv.gz", "csv"],
    ["multiple-choice", "a.jsonl", "jsonl"],
    ["dialogue", "a.csv", "jsonl"],
  ])("of %s reads %s as %s", (family, path, format) => {
    expect(defaultTask(familyOf(family), { data: { path } }).data.format).toBe(format);
  });

  it("reads it as the user says, whatever its name", () => {
    const task = defaultTask(familyOf("multiple-choice"), {
      data: { path: "val.csv" },
      format: "nextqa",
    });
    expect([task.id, task.data.format]).toEqual(["val", "nextqa"]);
  });

  it("has the family's frames, and of given ones what is left out", () => {
    const encoding = { longestSide: 768, format: "jpeg", quality: 90 };
    const data = { path: "a.jsonl" };
    expect(defaultTask(familyOf("dialogue"), { data }).frames).toEqual({
      strategy: "fps",
      rate: 2,
      max: 10_000,
      ...encoding,
    });
    const frames = { strategy: "uniform", count: 3, longestSide: null } as const;
    expect(defaultTask(familyOf("dialogue"), { data, frames }).frames).toEqual({
      ...encoding,
      ...frames,
    });
  });
});
