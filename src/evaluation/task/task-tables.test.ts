import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ownMeteorResources } from "../../../test/reference/meteor-agreement.ts";
import { nothingLent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import { families } from "../../families/index.ts";
import { meteorFlag, meteorSettings, tableFiles, tableReader } from "./task-tables.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-meteor-"));
afterAll(() => rmSync(folder, { recursive: true }));

function tables(synsets: string): string {
  const place = mkdtempSync(join(folder, "tables-"));
  const files = {
    "function/english.words": "the\n",
    "nonbreaking/english.prefixes": "Mr\n",
    "synonym/english.synsets": synsets,
    "synonym/english.exceptions": "mouse\nmice\n",
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), content);
  }
  return place;
}

const sample = {
  fps: 1,
  frameCount: 10,
  group: "v",
  id: "v",
  inputs: [],
  media: [],
  metadata: {},
  references: [{ frame: 2, text: "Heat the big kettle now." }],
};
const prediction = { utterances: [{ frame: 2, text: "Heat the large kettle now." }] };

const all = families as readonly Family[];

async function scored(place?: string) {
  const family = all.find(({ id }) => id === "dialogue")!;
  const options = family.data.options.parse({});
  const tables = await tableReader()(
    { id: "t", tables: place === undefined ? {} : { meteor: place } },
    folder,
  );
  const scoring = family.scoring(options, { ...nothingLent, tables: tables ?? {} });
  const [measure] = scoring.measures;
  const evidence = [measure!.measure({ sample, prediction, outcome: "answered", grades: {} })];
  return Object.fromEntries(
    scoring.metrics.map(({ id, title, signature, prepare }) => [
      id,
      { title, signature, score: prepare(evidence)() },
    ]),
  );
}

describe("METEOR's tables", () => {
  it("change METEOR and METEOR_w alone, and are named in title and signature", async () => {
    const plain = await scored();
    const withTables = await scored(tables("big\n1\nlarge\n1\n"));
    for (const id of Object.keys(plain)) {
      if (id.startsWith("METEOR"))
        expect(withTables[id]!.score, id).toBeGreaterThan(plain[id]!.score!);
      else expect(withTables[id], id).toEqual(plain[id]);
    }
    expect(plain.METEOR!.title).toBe("METEOR (exact, stem)");
    expect(withTables.METEOR!.title).toBe("METEOR (exact, stem, synonym)");
    const others = await scored(tables("big\n1\nhuge\n1\n"));
    expect(new Set([plain, withTables, others].map(({ METEOR }) => METEOR!.signature)).size).toBe(
      3,
    );
  });

  it("with paraphrases give all four matchers", async () => {
    const { METEOR } = await scored(ownMeteorResources);
    expect(METEOR!.title).toBe("METEOR (exact, stem, synonym, paraphrase)");
    expect(METEOR!.score).toBeGreaterThan((await scored()).METEOR!.score!);
  });

  it("are read once for all tasks that name them, relative to the configuration", async () => {
    const read = tableReader();
    const task = (id: string, meteor: string) => ({ id, tables: { meteor } });
    const place = tables("big\n1\nlarge\n1\n");
    const [one, other] = [
      await read(task("a", basename(place)), folder),
      await read(task("b", place), "/elsewhere"),
    ];
    expect(one!.meteor).toBe(other!.meteor);
    expect(await read({ id: "c" }, folder)).toBeUndefined();
    expect(await tableFiles(task("a", basename(place)), folder)).toEqual(
      [
        "function/english.words",
        "nonbreaking/english.prefixes",
        "synonym/english.synsets",
        "synonym/english.exceptions",
      ].map((path) => join(place, path)),
    );
  });

  it("that are not there are told with task and key", async () => {
    await expect(
      tableReader()({ id: "talk", tables: { meteor: "nowhere" } }, folder),
    ).rejects.toThrow(
      `the task "talk": tables.meteor: ${join(folder, "nowhere")}: there is no such file or folder`,
    );
    await expect(tableReader()({ id: "talk", tables: { thesaurus: "x" } }, folder)).rejects.toThrow(
      "nothing here reads tables.thesaurus",
    );
  });

  it("of the command line go to every task that has METEOR, and are a mistake where none has", () => {
    const tasks = [
      { id: "talk", family: "dialogue" },
      { id: "find", family: "retrieval" },
    ];
    expect(meteorSettings(tasks, "wordnet", all)).toEqual(['tasks.talk.tables.meteor="wordnet"']);
    expect(meteorFlag(tasks, "here.jar", all)).toEqual(
      new Map([["talk", { meteor: resolve("here.jar") }]]),
    );
    expect(() => meteorFlag(tasks.slice(1), folder, all)).toThrow(
      /no METEOR is among the scores of retrieval/,
    );
  });
});
