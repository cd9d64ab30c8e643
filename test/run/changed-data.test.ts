import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const row = (at: number, answer = 0) =>
  JSON.stringify({ id: `q${at}`, question: `${at}?`, choices: ["a", "b"], answer });
const rows = Array.from({ length: 12 }, (_, at) => row(at));
const write = (lines: readonly string[]) => folder.file("qa.jsonl", lines.join("\n"));

async function run(...args: readonly string[]) {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd });
  const { tasks, directory } = JSON.parse(stdout) as {
    tasks: [{ notes?: string[]; systems: [object] }];
    directory: string;
  };
  return {
    status,
    stderr,
    directory,
    notes: (tasks[0].notes ?? []).join("\n"),
    system: tasks[0].systems[0],
  };
}

const said =
  /the data has changed since the run was started last \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\): 3 samples say something else, 2 are gone, 1 is new/;

describe("data that changed between two starts", () => {
  folder.file(
    "vidimus.yaml",
    "name: changed\ntasks: [{ id: qa, family: multiple-choice, data: { path: qa.jsonl } }]\nsystems: [{ kind: oracle }, { kind: chance }]\n",
  );

  it("is said with counts by score, and by the run that goes on, beside its scores", async () => {
    write(rows);
    const first = await run("run");
    expect([first.status, first.notes]).toEqual([0, ""]);
    // Truths of three samples are corrected, two rows dropped, one added; the order does not
    // matter.
    write([row(50), ...rows.slice(5).reverse(), row(0, 1), row(1, 1), row(2, 1)]);
    const scored = await run("score", first.directory);
    expect(scored.stderr).toMatch(said);
    expect(scored.notes).toMatch(said);
    const again = await run("run");
    expect(again.directory).toBe(first.directory);
    expect(again.stderr.match(/the data has changed/g)).toHaveLength(1);
    expect(again.notes).toMatch(said);
    expect(readFileSync(join(first.directory, "report.html"), "utf8")).toMatch(
      /The data has changed|the data has changed/,
    );
    expect((await run("score", first.directory)).notes).toBe("");
  });

  it("is not said of other selections, whose samples are compared all the same", async () => {
    write(rows);
    const first = await run("run", "--new", "--limit", "4");
    const whole = await run("run");
    expect([whole.directory, whole.notes]).toEqual([first.directory, ""]);
    write([row(0, 1), ...rows.slice(1)]);
    expect((await run("run", "--limit", "6")).notes).toMatch(
      /UTC\): 1 sample says something else(?:$|\n|;)/,
    );
    expect((await run("run")).notes).toMatch(/UTC\): 1 sample says something else/);
  });
});
