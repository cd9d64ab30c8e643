import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { answered, failed, noAnswer } from "../../core/run/outcome.ts";
import { sampleTables } from "./sample-tables.ts";

const folder = temporaryFolder();
const place = { task: "qa", system: "model" };
const fine = {
  outcome: answered({ choice: 1, explanation: 'a "b",\nc' }),
  errorClass: null,
  values: { accuracy: 1, other: 3 },
};

let made = 0;

function fileIn(name: string): string {
  mkdirSync(join(folder.path, name));
  return join(folder.path, name, "samples.csv");
}

describe("sampleTables, as CSV", () => {
  it.each([
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+1+cmd", "'+1+cmd"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["-1.5", "-1.5"],
    ["+2e-3", "+2e-3"],
    ["a=1", "a=1"],
    ["'=1", "'=1"],
  ])(
    "takes the formula out of a cell that begins like one, and leaves numbers: %j",
    async (text, cell) => {
      const path = fileIn(`formula-${made++}`);
      const table = await sampleTables(dirname(path), ["accuracy"], ["csv"]);
      table.add(
        place,
        { id: text, group: "g" },
        { outcome: noAnswer("refused", text), errorClass: null, values: { accuracy: -0.5 } },
      );
      table.finish();
      const [row] = parse(readFileSync(path, "utf8"), { columns: true }) as Record<
        string,
        string
      >[];
      expect(row).toMatchObject({ sample: cell, reason: cell, accuracy: "-0.5" });
    },
  );

  it("has a row per sample with its outcome, its mistake, its contributions and its prediction", async () => {
    const path = fileIn("rows");
    const table = await sampleTables(dirname(path), ["accuracy", "parse-rate"], ["csv"]);
    const times = { decode: 12.5, queue: 3, firstToken: 40, generation: 60, total: 100 };
    const tokens = { input: 900, output: 7, cachedInput: 0, reasoning: 0 };
    const resources = {
      asks: 1,
      cached: 0,
      attempts: 2,
      ...tokens,
      cost: 0.25,
      unpriced: 0,
      badUsage: 0,
      times,
      dropped: [],
    };
    const grading = { ...resources, cached: 1, attempts: 3, times: { total: 30.5 } };
    const warnings = ["repeated", "late"].map((warning) => ({ path: "a.mp4", warning }));
    table.add(
      place,
      { id: "q,1", group: "v1", split: "val" },
      { ...fine, repeat: 2, resources, grading, warnings },
    );
    table.add(
      place,
      { id: "q2", group: "v2" },
      {
        outcome: noAnswer("refused", 'said "no"'),
        errorClass: "no-answer",
        values: { accuracy: 0, "parse-rate": null },
      },
    );
    table.add(
      place,
      { id: "q3", group: "v2" },
      { outcome: undefined, errorClass: null, values: {} },
    );
    table.add(
      place,
      { id: "q4", group: "v2" },
      { outcome: failed("rate", "429"), errorClass: null, failureClass: "rate", values: {} },
    );
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
        failure_class: "",
        error_class: "",
        accuracy: "1",
        "parse-rate": "",
        repeat: "2",
        decode_ms: "12.5",
        queue_ms: "3",
        first_token_ms: "40",
        generation_ms: "60",
        total_ms: "100",
        requests: "2",
        cached: "0",
        input_tokens: "900",
        output_tokens: "7",
        cost_usd: "0.25",
        grading_ms: "30.5",
        grading_requests: "3",
        grading_cached: "1",
        grading_input_tokens: "900",
        grading_output_tokens: "7",
        grading_cost_usd: "0.25",
        warnings: "a.mp4: repeated; a.mp4: late",
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
      expect.objectContaining({
        sample: "q3",
        outcome: "pending",
        reason: "",
        accuracy: "",
        prediction: "",
      }),
      expect.objectContaining({
        sample: "q4",
        outcome: "failed",
        reason: "429",
        failure_class: "rate",
        grading_requests: "",
      }),
    ]);
  });

  it("appears under its name once it is whole, in place of an older one", async () => {
    const path = fileIn("whole");
    writeFileSync(path, "older");
    const table = await sampleTables(dirname(path), [], ["csv"]);
    table.add(place, { id: "q1", group: "v1" }, fine);
    expect(readFileSync(path, "utf8")).toBe("older");
    table.finish();
    expect(readFileSync(path, "utf8")).toMatch(/^task,system,/);
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it("writes large tables as they grow, and loses nothing", async () => {
    const path = fileIn("large");
    const table = await sampleTables(dirname(path), ["accuracy"], ["csv"]);
    for (let at = 0; at < 10_000; at++) table.add(place, { id: `q${at}`, group: "é" }, fine);
    expect(statSync(`${path}.part`).size).toBeGreaterThan(262_144);
    table.finish();
    const rows = parse(readFileSync(path, "utf8"), { columns: true }) as { sample: string }[];
    expect(rows.map(({ sample }) => sample)).toEqual(
      Array.from({ length: 10_000 }, (_, at) => `q${at}`),
    );
  });

  it("has its head where there are no samples", async () => {
    const path = fileIn("none");
    (await sampleTables(dirname(path), ["accuracy"], ["csv"])).finish();
    expect(readFileSync(path, "utf8")).toBe(
      "task,system,sample,group,split,outcome,reason,failure_class,error_class,accuracy,repeat,decode_ms,queue_ms,first_token_ms,generation_ms,total_ms,requests,cached,input_tokens,output_tokens,cost_usd,grading_ms,grading_requests,grading_cached,grading_input_tokens,grading_output_tokens,grading_cost_usd,warnings,prediction\n",
    );
  });
});
