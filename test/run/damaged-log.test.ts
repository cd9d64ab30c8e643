import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCheckpoint } from "../../src/public/open-checkpoint.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const rows = Array.from({ length: 20 }, (_, i) =>
  JSON.stringify({ id: `q${i}`, question: "?", choices: ["yes", "no"], answer: i % 2 }),
);
folder.file("q.jsonl", rows.join("\n"));

let made = 0;

/** A finished run of a configuration of its own. */
async function finished() {
  const name = `r${made++}`;
  const config = `name: ${name}\ntasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl } }]\nsystems: [{ kind: scripted, rules: [{ match: '', reply: A }] }]\n`;
  folder.file(`${name}.yaml`, config);
  const run = (...more: string[]) =>
    cli(["run", `${name}.yaml`, "--json", ...more], { cwd: folder.path });
  const first = await run();
  expect(first.status, first.stderr).toBe(0);
  const directory = JSON.parse(first.stdout).directory as string;
  const count = () =>
    readdirSync(join(folder.path, "runs")).filter((entry) => entry.includes(`-${name}`)).length;
  return { name, config, run, directory, journal: join(directory, "run.jsonl"), count };
}

describe("a run whose log is not there or cannot be read", () => {
  it.each([
    [
      "is empty",
      (journal: string) => truncateSync(journal, 0),
      "is empty: the log of this run is gone",
    ],
    ["was deleted", (journal: string) => rmSync(journal), "run.jsonl is not"],
    [
      "has a first line that is damaged",
      (journal: string) =>
        writeFileSync(
          journal,
          readFileSync(journal, "utf8").replace("vidimus-run/2", "vidimus-run/!"),
        ),
      "run.jsonl:1: the first line of the run cannot be read",
    ],
    [
      "holds something else",
      (journal: string) => writeFileSync(journal, "no log\n"),
      "run.jsonl:1: the first line of the run cannot be read",
    ],
  ])("%s: is not started over but with --new", async (_, spoil, message) => {
    const own = await finished();
    spoil(own.journal);
    const again = await own.run();
    expect(again.stderr).toContain(message);
    expect(again.stderr).toContain("--new");
    expect(again.status).toBe(2);
    expect(own.count()).toBe(1);
    const anew = await own.run("--new");
    expect(anew.status, anew.stderr).toBe(0);
    expect(own.count()).toBe(2);
  });

  it("does not stand in the way of another configuration of the same name", async () => {
    const own = await finished();
    truncateSync(own.journal, 0);
    folder.file(`${own.name}.yaml`, `${own.config}seed: 7\n`);
    const other = await own.run();
    expect(other.status, other.stderr).toBe(0);
    expect(own.count()).toBe(2);
  });

  it("is not started over as a checkpoint either", async () => {
    const directory = join(folder.path, "checkpoint");
    const options = { name: "mine", identity: 1 };
    {
      await using checkpoint = await openCheckpoint(directory, options);
      await checkpoint.once({ id: "a", group: "a" }, async () => ({ kind: "answered", value: 1 }));
    }
    rmSync(join(directory, "run.jsonl"));
    await expect(openCheckpoint(directory, options)).rejects.toThrow("the log of the run in");
    expect(existsSync(join(directory, "run.jsonl"))).toBe(false);
  });
});

describe("figures and the log that they rest on", () => {
  const edited = (directory: string) => {
    const path = join(directory, "metrics.json");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll('"value": 0.5,', '"value": 0.9,'));
    expect(readFileSync(path, "utf8")).not.toBe(text);
  };

  it("edited figures are computed anew by run, and refused by report", async () => {
    const own = await finished();
    const before = JSON.parse(readFileSync(join(own.directory, "metrics.json"), "utf8"));
    edited(own.directory);
    const report = await cli(["report", own.directory, "--json"], { cwd: folder.path });
    expect(report.stderr).toContain("metrics.json was changed after it was written");
    expect(report.status).toBe(2);
    const again = await own.run();
    expect(again.status).toBe(0);
    const value = (summary: typeof before) => summary.tasks[0].systems[0].metrics.accuracy.value;
    expect(value(JSON.parse(again.stdout))).toBe(value(before));
    expect(value(JSON.parse(readFileSync(join(own.directory, "metrics.json"), "utf8")))).toBe(0.5);
    expect((await cli(["report", own.directory], { cwd: folder.path })).status).toBe(0);
  });

  it("figures of another log are refused by report until the run is scored again", async () => {
    const own = await finished();
    const lines = readFileSync(own.journal, "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"event":"outcome"'));
    lines[at] = lines[at]!.replace('"choice":0', '"choice":1');
    writeFileSync(own.journal, lines.join("\n"));
    const report = await cli(["report", own.directory], { cwd: folder.path });
    expect(report.stderr).toContain("was not computed from the run's log as it is now");
    expect(report.status).toBe(2);
    const scored = await cli(["score", own.directory], { cwd: folder.path });
    expect(scored.stderr).toContain(
      `run.jsonl: 1 damaged line left out (line ${at + 1}: checksum does not match)`,
    );
    expect(scored.status).toBe(3);
    expect((await cli(["report", own.directory], { cwd: folder.path })).status).toBe(0);
  });
});
