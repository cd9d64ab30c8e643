import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const good = Array.from({ length: 4 }, (_, at) =>
  JSON.stringify({ id: `q${at}`, question: "?", choices: ["a", "b"], answer: 0 }),
);
const bad = [
  '{"id": "no choices", "question": "?"}',
  "{ not JSON",
  '{"id": "q9", "question": "?", "choices": ["a", "b"], "answer": 7}',
];
const config = (badRows: string) =>
  `name: rows\ntasks: [{ id: qa, family: multiple-choice, data: { path: qa.jsonl${badRows} } }]\nsystems: [{ kind: oracle }]\n`;

describe("rows that are no samples", () => {
  folder.file("qa.jsonl", [good[0], bad[0], good[1], bad[1], ...good.slice(2), bad[2]].join("\n"));

  it("are an error that names the first of them, unless the configuration skips them", async () => {
    folder.file("vidimus.yaml", config(""));
    const { status, stderr } = await cli(["run"], { cwd });
    expect(status).toBe(2);
    expect(stderr).toMatch(/qa\.jsonl:[24]: /);
  });

  it("are skipped where the configuration says so, and counted beside the scores", async () => {
    folder.file("vidimus.yaml", config(", badRows: skip"));
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd });
    expect(status, stderr).toBe(0);
    const { tasks, directory } = JSON.parse(stdout);
    expect(tasks[0].systems[0]).toMatchObject({ n: 4, total: 4 });
    const note = "qa.jsonl: 3 rows are no samples and were skipped (data.badRows: skip), such as ";
    expect(tasks[0].notes.join("\n")).toContain(note);
    expect(stderr.split(note)).toHaveLength(2);
    for (const name of ["metrics.json", "report.html"])
      expect(readFileSync(join(directory, name), "utf8"), name).not.toContain(cwd);
    expect(JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")).command).toBe(
      "vidimus run --json",
    );
    expect((await cli(["report", directory, "--markdown"], { cwd })).stdout).toContain(
      "3 rows are no samples and were skipped",
    );
    const scored = await cli(["score", directory, "--json"], { cwd });
    expect(JSON.parse(scored.stdout).tasks).toEqual(tasks);
  });

  it("are still an error where no row is a sample", async () => {
    folder.file("qa.jsonl", bad.join("\n"));
    const { status, stderr } = await cli(["run"], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringContaining("no row is a sample")]);
  });

  it("are named by check, those that are no JSON among them", async () => {
    folder.file("qa.jsonl", [...good, ...bad].join("\n"));
    const { status, stdout } = await cli(
      ["check", "qa.jsonl", "--family", "multiple-choice", "--json"],
      { cwd },
    );
    expect(status).toBe(2);
    const [task] = JSON.parse(stdout).tasks;
    const unread = task.findings.filter(({ check }: { check: string }) => check === "readable");
    expect([task.samples, unread.length]).toEqual([4, 3]);
  });
});
