import { describe, expect, it } from "vitest";
import { plainTask } from "./default-task.ts";

describe("a task for data without a configuration", () => {
  it.each([
    ["multiple-choice", "a.csv", "csv"],
    ["multiple-choice", "a.tsv.gz", "csv"],
    ["multiple-choice", "a.jsonl", "jsonl"],
    ["dialogue", "a.csv", "jsonl"],
  ])("of %s reads %s as %s", (family, data, format) => {
    expect(plainTask({ family, data }).data.format).toBe(format);
  });

  it("reads it as the user says, whatever its name", () => {
    expect(plainTask({ family: "multiple-choice", data: "val.csv", format: "nextqa" }).data.format).toBe("nextqa");
  });
});
