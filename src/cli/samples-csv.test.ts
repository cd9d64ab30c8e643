import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { answered, noAnswer } from "../core/outcome.ts";
import { SamplesCsv } from "./samples-csv.ts";

const folder = temporaryFolder();
const place = { task: "qa", system: "model" };
const fine = { outcome: answered({ choice: 1, explanation: 'a "b",\nc' }), errorClass: null, values: { accuracy: 1, other: 3 } };

describe("SamplesCsv", () => {
  it("has a row per sample with its outcome, its mistake, its contributions and its prediction", () => {
    const path = join(folder.path, "rows.csv");
    const table = new SamplesCsv(path, ["accuracy", "parse-rate"]);
    table.add(place, { id: "q,1", group: "v1", split: "val" }, fine);
    table.add(
      place,
      { id: "q2", group: "v2" },
      { outcome: noAnswer("refused", 'said "no"'), errorClass: "no-answer", values: { accuracy: 0, "parse-rate": null } },
    );
    table.add(place, { id: "q3", group: "v2" }, { outcome: undefined, errorClass: null, values: {} });
    table.finish();
    const rows = parse(readFileSync(path, "utf8"), { columns: true }) as unknown[];
    expect(rows).toEqual([
      {
        task: "qa",
        system: "model",
        sample: "q,1",
        group: "v1",
        split: "val",
        outcome: "answered",
        reason: "",
        error_class: "",
        accuracy: "1",
        "parse-rate": "",
        prediction: JSON.stringify(fine.outcome.kind === "answered" && fine.outcome.value),
      },
      expect.objectContaining({
        sample: "q2",
        outcome: "refused",
        reason: 'said "no"',
        error_class: "no-answer",
        accuracy: "0",
        prediction: "",
      }),
      expect.objectContaining({ sample: "q3", outcome: "pending", reason: "", accuracy: "", prediction: "" }),
    ]);
  });

  it("appears under its name once it is whole, in place of an older one", () => {
    const path = folder.file("whole.csv", "older");
    const table = new SamplesCsv(path, []);
    table.add(place, { id: "q1", group: "v1" }, fine);
    expect(readFileSync(path, "utf8")).toBe("older");
    table.finish();
    expect(readFileSync(path, "utf8")).toMatch(/^task,system,/);
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it("writes large tables as they grow, and loses nothing", () => {
    const path = join(folder.path, "large.csv");
    const table = new SamplesCsv(path, ["accuracy"]);
    for (let at = 0; at < 10_000; at++) table.add(place, { id: `q${at}`, group: "é" }, fine);
    expect(statSync(`${path}.part`).size).toBeGreaterThan(262_144);
    table.finish();
    const rows = parse(readFileSync(path, "utf8"), { columns: true }) as { sample: string }[];
    expect(rows.map(({ sample }) => sample)).toEqual(Array.from({ length: 10_000 }, (_, at) => `q${at}`));
  });

  it("has its head where there are no samples", () => {
    const path = join(folder.path, "none.csv");
    new SamplesCsv(path, ["accuracy"]).finish();
    expect(readFileSync(path, "utf8")).toBe("task,system,sample,group,split,outcome,reason,error_class,accuracy,prediction\n");
  });
});
