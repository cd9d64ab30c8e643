import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MatrixSummary } from "../../src/summary/matrix-summary.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
folder.file(
  "streams.jsonl",
  JSON.stringify({
    id: "a",
    duration: 60,
    turns: [{ role: "assistant", seconds: 10, text: "Heat the big kettle now." }],
  }),
);
folder.file(
  "answers.jsonl",
  JSON.stringify({ id: "a", utterances: [{ seconds: 10, text: "Heat the large kettle now." }] }),
);

/** Tables in which the words are synonyms. */
function tables(name: string, synonym: string): void {
  const files = {
    "function/english.words": "the\n",
    "nonbreaking/english.prefixes": "Mr\n",
    "synonym/english.synsets": `big\n1\n${synonym}\n1\n`,
    "synonym/english.exceptions": "mouse\nmice\n",
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name, path)), { recursive: true });
    writeFileSync(join(folder.path, name, path), content);
  }
}
tables("tables", "large");
tables("others", "huge");

function config(name: string, more: { readonly task?: string; readonly rest?: string } = {}): void {
  folder.file(
    "vidimus.yaml",
    `name: ${name}
tasks:
  - id: talk
    family: dialogue
    data: { path: streams.jsonl }
${more.task ?? ""}
systems: [{ id: mine, kind: predictions, path: answers.jsonl }]
${more.rest ?? ""}
`,
  );
}

const vidimus = (...args: readonly string[]) => cli(args, { cwd: folder.path });

async function meteorOf(...args: readonly string[]) {
  const { status, stdout, stderr } = await vidimus(...args, "--json");
  expect(status, stderr).toBe(0);
  const { tasks, directory } = JSON.parse(stdout) as Summary & { readonly directory: string };
  return { ...tasks[0]!.systems[0]!.metrics.METEOR!, directory };
}

describe("tables that a task lends to its metrics", () => {
  it("may be named on the command line, also of a run that had none: it goes on with them, and keeps them", async () => {
    config("flag");
    const plain = await meteorOf("run");
    const lent = await meteorOf("run", "--meteor-resources", "tables");
    expect(lent.directory).toBe(plain.directory);
    expect(lent.value).toBeGreaterThan(plain.value!);
    expect(lent.signature).toContain("matchers:exact+stem+synonym");
    expect(await meteorOf("score", plain.directory)).toMatchObject({
      value: lent.value,
      signature: lent.signature,
    });
    const others = await meteorOf("score", plain.directory, "--meteor-resources", "others");
    expect(others.signature).not.toBe(lent.signature);
    expect(others.value).toBeLessThan(lent.value!);
    expect(
      (await vidimus("export", plain.directory, "--format", "proassist", "--output", "out")).status,
    ).toBe(0);
    const [exported] = globSync(join(folder.path, "out/**/metrics.json"));
    expect(JSON.parse(readFileSync(exported!, "utf8"))).toMatchObject({ METEOR: lent.value });
  });

  it("stand in the configuration, and decide again when their content changes", async () => {
    tables("changing", "huge");
    config("changing", { task: "    tables: { meteor: changing }" });
    const before = await meteorOf("run");
    tables("changing", "large");
    const after = await meteorOf("run");
    expect(after.directory).toBe(before.directory);
    expect(after.value).toBeGreaterThan(before.value!);
    const { files } = JSON.parse(readFileSync(join(after.directory, "manifest.json"), "utf8")) as {
      readonly files: object;
    };
    expect(Object.keys(files)).toContain("changing/synonym/english.synsets");
  });

  it("may differ from row to row of a matrix", async () => {
    config("rows", { rest: "matrix: { axes: { tasks.talk.tables.meteor: [tables, others] } }" });
    const { status, stdout, stderr } = await vidimus("run", "--json");
    expect(status, stderr).toBe(0);
    const [task] = (JSON.parse(stdout) as MatrixSummary).tasks;
    const [first, second] = task!.systems[0]!.metrics.find(({ id }) => id === "METEOR")!.scores;
    expect(second!.value).toBeLessThan(first!.value!);
  });

  it("go with the sanity check", async () => {
    config("sane", { task: "    tables: { meteor: tables }" });
    for (const args of [
      [],
      ["streams.jsonl", "--family", "dialogue", "--meteor-resources", "tables"],
    ]) {
      const { status, stdout, stderr } = await vidimus("sanity", ...args, "--json");
      expect(status, stderr).toBe(0);
      expect(stdout).toContain('"title":"METEOR (exact, stem, synonym)"');
    }
  });

  it.each([
    ["run", { task: "    tables: { meteor: nowhere }" }],
    ["sanity", { task: "    tables: { meteor: nowhere }" }],
    ["run", { rest: "matrix: { axes: { tasks.talk.tables.meteor: [tables, nowhere] } }" }],
  ])("that are not there end %s before anything runs: %o", async (command, more) => {
    config("missing", more);
    const { status, stdout, stderr } = await vidimus(command);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(
      `the task "talk": tables.meteor: ${join(folder.path, "nowhere")}: there is no such file or folder`,
    );
    expect(globSync(join(folder.path, "runs/*-missing*"))).toEqual([]);
  });

  it("are refused where no metric reads them, by key and by flag", async () => {
    config("none", { task: "    tables: { thesaurus: tables }" });
    expect(await vidimus("run")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('unknown key "thesaurus"'),
    });
    const other = await vidimus(
      "sanity",
      "streams.jsonl",
      "--family",
      "retrieval",
      "--meteor-resources",
      "tables",
    );
    expect(other).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no METEOR is among the scores of retrieval"),
    });
  });
});
