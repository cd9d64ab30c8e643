import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Family } from "../core/family.ts";
import { families } from "../families/index.ts";
import { withMeteorTables } from "./meteor-families.ts";

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

function scored(all: readonly Family[]) {
  const family = all.find(({ id }) => id === "dialogue")!;
  const options = family.optionsSchema.parse({});
  const [measure] = family.measures(options);
  const evidence = [measure!.measure({ sample, prediction, outcome: "answered", grades: {} })];
  return Object.fromEntries(
    family.metrics(options).map(({ id, title, signature, prepare }) => [id, { title, signature, score: prepare(evidence)() }]),
  );
}

describe("METEOR's tables", () => {
  it("change METEOR and METEOR_w alone, and are named in title and signature", async () => {
    const plain = scored(families as readonly Family[]);
    const withTables = scored(await withMeteorTables(families as readonly Family[], tables("big\n1\nlarge\n1\n"), ["dialogue"]));
    for (const id of Object.keys(plain)) {
      if (id.startsWith("METEOR")) expect(withTables[id]!.score, id).toBeGreaterThan(plain[id]!.score!);
      else expect(withTables[id], id).toEqual(plain[id]);
    }
    expect(plain.METEOR!.title).toBe("METEOR (exact, stem)");
    expect(withTables.METEOR!.title).toBe("METEOR (exact, stem, synonym)");
    const others = scored(await withMeteorTables(families as readonly Family[], tables("big\n1\nhuge\n1\n"), ["dialogue"]));
    expect(new Set([plain, withTables, others].map(({ METEOR }) => METEOR!.signature)).size).toBe(3);
  });

  it("are nothing to families without METEOR", async () => {
    expect(await withMeteorTables(families as readonly Family[], undefined, ["retrieval"])).toBe(families);
    await expect(withMeteorTables(families as readonly Family[], folder, ["retrieval"])).rejects.toThrow(
      /--meteor-resources: no METEOR is among the scores of retrieval/,
    );
  });
});

const official = process.env.VIDIMUS_METEOR_JAR;

describe.skipIf(!official)("METEOR's own tables (skipped without VIDIMUS_METEOR_JAR)", () => {
  it("give all four matchers", { timeout: 120_000 }, async () => {
    const { METEOR } = scored(await withMeteorTables(families as readonly Family[], official, ["dialogue"]));
    expect(METEOR!.title).toBe("METEOR (exact, stem, synonym, paraphrase)");
    expect(METEOR!.score).toBeGreaterThan(scored(families as readonly Family[]).METEOR!.score!);
  });
});
