import { describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const streams = ["a", "b"].map((id) => ({
  id,
  duration: 60,
  turns: [{ role: "assistant", seconds: 10, text: `Stop ${id} now.` }],
}));
const answers = streams.map(({ id }) => ({
  id,
  utterances: [{ seconds: 10, text: `Halt ${id}!` }],
}));
const table = streams.map(({ id }) => [`Halt ${id}!`, `Stop ${id} now.`, id === "a" ? 0.9 : 0.2]);
const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

folder.file("streams.jsonl", lines(streams));
folder.file("answers.jsonl", lines(answers));
folder.file("table.jsonl", lines(table));
folder.file("short.jsonl", lines(table.slice(0, 1)));

function config(changes: { readonly graders?: string; readonly task?: string } = {}): string {
  return folder.file(
    "vidimus.yaml",
    `name: graded
tasks:
  - id: talk
    family: dialogue
    data: { path: streams.jsonl }
${changes.task ?? "    graders: { similarity: meaning }"}
systems:
  - { id: mine, kind: predictions, path: answers.jsonl }
  - { id: oracle, kind: oracle }
graders:
  - ${changes.graders ?? "{ id: meaning, kind: similarity-table, path: table.jsonl }"}
`,
  );
}

async function run(args: readonly string[] = []) {
  const { status, stdout, stderr } = await cli(["run", "--new", "--json", ...args], {
    cwd: folder.path,
  });
  return {
    status,
    stderr,
    summary:
      stdout === "" ? undefined : (JSON.parse(stdout) as Summary & { readonly directory: string }),
  };
}

const mine = (summary: Summary) => summary.tasks[0]!.systems.find(({ id }) => id === "mine")!;

describe("graders", () => {
  it("decide the scores, are named in their signatures, and are read from the log again", async () => {
    config({ task: "    graders: { similarity: meaning }\n    systems: [mine]" });
    const { status, stderr, summary } = await run();
    expect(status, stderr).toBe(0);
    // By the table one of two pairs is similar; by their words none is.
    expect(mine(summary!).metrics.F1).toMatchObject({
      value: 0.5,
      signature: expect.stringMatching(/similarity:table:table\.jsonl@[0-9a-f]{8}\|/),
    });
    expect(summary!.tasks[0]!.notes?.[0]).toContain("table:table.jsonl");
    expect(summary!.tasks[0]!.systems.map(({ id }) => id)).toEqual(["mine"]);
    const again = await cli(["score", summary!.directory, "--json"], { cwd: folder.path });
    expect(mine(JSON.parse(again.stdout) as Summary).metrics.F1).toEqual(mine(summary!).metrics.F1);
    config({ task: "    systems: [mine]" });
    const words = await run();
    expect(mine(words.summary!).metrics.F1).toMatchObject({
      value: 0,
      signature: expect.stringContaining("similarity:lexical"),
    });
  });

  it("that lack a grade leave the sample unscored and the run incomplete, and say which pair", async () => {
    config({
      graders: "{ id: meaning, kind: similarity-table, path: short.jsonl }",
      task: "    graders: { similarity: meaning }\n    systems: [mine]",
    });
    const { status, summary } = await run();
    expect(status).toBe(3);
    expect(mine(summary!)).toMatchObject({ n: 1, total: 2 });
    expect(mine(summary!).reasons[0]!.reason).toContain('"Halt b!" and "Stop b now."');
  });

  it.each([
    [
      "    graders: { similarity: meanin }",
      "{ id: meaning, kind: similarity-table, path: table.jsonl }",
      'unknown grader "meanin"',
    ],
    [
      "    graders: { judgment: meaning }",
      "{ id: meaning, kind: similarity-table, path: table.jsonl }",
      'unknown key "judgment"',
    ],
    [
      "    systems: [mine, yours]",
      "{ id: meaning, kind: similarity-table, path: table.jsonl }",
      'unknown system "yours"',
    ],
    [
      "    graders: { similarity: meaning }",
      "{ id: meaning, kind: chance }",
      "asks for similarity",
    ],
  ])(
    "and systems that cannot be are told before anything runs: %s",
    async (task, graders, message) => {
      config({ task, graders });
      const { status, stderr } = await run();
      expect(status).toBe(2);
      expect(stderr).toContain(message);
    },
  );
});
