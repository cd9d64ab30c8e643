import { appendFileSync, existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { indexFile, RunIndexes, sharedIndex } from "../../src/evaluation/browse/run-index.ts";
import {
  type ColumnFile,
  openColumns,
  textAt,
  textColumn,
} from "../../src/summary/browse/column-file.ts";
import {
  type IndexedTask,
  indexFiles,
  noCode,
  type RunIndex,
} from "../../src/summary/browse/run-index.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
let directory = "";
const indexes = new RunIndexes();
const runIndex = (path: string) => indexes.find(path);

beforeAll(async () => {
  const questions = Array.from({ length: 12 }, (_, at) =>
    JSON.stringify({
      ...{ id: `q${at}`, group: `v${at >> 1}`, question: `A secret ${at}?`, choices: ["a", "b"] },
      ...{ answer: at % 2, type: "order", metadata: { light: at < 6 ? "day" : "night" } },
    }),
  );
  folder.file("q.jsonl", questions.join("\n"));
  folder.file(
    "vidimus.yaml",
    `name: indexed
repeats: 2
tasks:
  - { id: open, family: multiple-choice, data: { format: jsonl, path: q.jsonl } }
  - { id: closed, family: multiple-choice, data: { format: jsonl, path: q.jsonl, redistribute: false } }
systems:
  - { id: model, kind: scripted, delayMs: 5, concurrency: 8, rules: [{ match: '[02468]\\?', reply: A }, { match: '', reply: I cannot tell. }] }
`,
  );
  const made = await cli(["run", "vidimus.yaml", "--json"], { cwd: folder.path });
  expect(made.status, made.stderr).toBe(0);
  ({ directory } = JSON.parse(made.stdout) as { directory: string });
});

async function fileOf({ key }: RunIndex, name: string): Promise<ColumnFile> {
  const bytes = await indexFile(directory, { key, name });
  return openColumns(new Uint8Array(bytes!).buffer);
}

function taskOf(index: RunIndex, id: string): IndexedTask {
  return index.tasks.find((task) => task.id === id)!;
}

describe("the index of a run", () => {
  it("is made when it is first read, with every answer in the order of the data", async () => {
    const kept = join(directory, "index", "index.json");
    expect(existsSync(kept)).toBe(false);
    const index = await runIndex(directory);
    expect(existsSync(kept)).toBe(true);
    const task = taskOf(index, "open");
    expect(task.samples).toBe(12);
    expect(task.fields.map(({ name }) => name)).toEqual([
      ...["type", "answer", "group", "metadata.light"],
    ]);
    expect(task.systems[0]).toMatchObject({ id: "model", answers: 24, repeats: 2 });
    const texts = await fileOf(index, indexFiles.texts(0));
    const ids = Array.from({ length: 12 }, (_, row) => textAt(textColumn(texts, "id")!, row));
    expect(ids).toEqual(Array.from({ length: 12 }, (_, at) => `q${at}`));
    const { columns } = await fileOf(index, indexFiles.answers(0, 0));
    const rows = Array.from({ length: 24 }, (_, row) => row);
    expect([...columns.sample!]).toEqual(rows.map((row) => row >> 1));
    expect([...columns.repeat!]).toEqual(rows.map((row) => (row % 2) + 1));
    const outcomes = [...columns.outcome!].map((code) => task.outcomes[code]);
    expect(outcomes).toEqual(rows.map((row) => ((row >> 1) % 2 ? "unparsed" : "answered")));
    const errors = [...columns.error!].map((code) => task.errors[code] ?? code);
    expect(errors).toEqual(rows.map((row) => ((row >> 1) % 2 ? "no-answer" : noCode.error)));
    expect([...columns.v0!]).toEqual(rows.map((row) => ((row >> 1) % 2 ? 0 : 1)));
    expect([...columns.evidence!].toSorted((a, b) => a - b)).toEqual(rows);
  });

  it("is the same when it is made for others", async () => {
    const kept = await runIndex(directory);
    const { files } = await sharedIndex(directory);
    for (const name of [indexFiles.texts(0), indexFiles.answers(0, 0), indexFiles.evidence(0, 0)])
      expect(await indexFile(directory, { key: kept.key, name })).toEqual(
        Buffer.from(files.get(name)!),
      );
  });

  it("is handed on without what may not be", async () => {
    const { index, files } = await sharedIndex(directory);
    const task = taskOf(index, "closed");
    expect(task.hasTexts).toBe(false);
    expect(task.fields.map(({ name }) => name)).toEqual(["type"]);
    expect(Object.keys(task.systems[0]!.unscored!)).toContain("accuracy");
    const own = [...files].filter(([name]) => name.startsWith("1."));
    expect(own.map(([name]) => name)).not.toContain(indexFiles.evidence(1, 0));
    for (const [, bytes] of own) expect(Buffer.from(bytes).includes("secret")).toBe(false);
    expect(Buffer.from(files.get(indexFiles.texts(0))!).includes("secret")).toBe(true);
  });

  it("is made anew once the data or the log is another", async () => {
    const { key } = await runIndex(directory);
    expect((await runIndex(directory)).key).toBe(key);
    utimesSync(join(folder.path, "q.jsonl"), 1, 1);
    const { key: second } = await runIndex(directory);
    expect(second).not.toBe(key);
    const log = join(directory, "run.jsonl");
    appendFileSync(log, readFileSync(log, "utf8").trimEnd().split("\n").at(-1)!.concat("\n"));
    const { key: third } = await runIndex(directory);
    expect(third).not.toBe(second);
    expect(await indexFile(directory, { key: second, name: indexFiles.texts(0) })).toBeUndefined();
  });

  it("hands out no other file", async () => {
    const { key } = await runIndex(directory);
    for (const name of ["../index.json", "index.json", "..%2findex.json", "0.texts.bin/../x"])
      expect(await indexFile(directory, { key, name })).toBeUndefined();
    expect(await indexFile(directory, { key: "..", name: "0.texts.bin" })).toBeUndefined();
  });
});
