import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Json } from "../../core/json.ts";
import { createLocalRun } from "../../store/local-run-store.ts";
import { findRun, newRunDirectory, specIdentity } from "./run-directory.ts";

const folder = temporaryFolder();
let made = 0;

const task = {
  id: "qa",
  family: "multiple-choice",
  data: { path: "qa.jsonl" },
  options: { answer: "letter" },
};
const spec: Json = { name: "try", tasks: [task], systems: [{ kind: "oracle" }], seed: 1 };

/** A folder with a run in each of these directories. */
async function runs(
  headers: Readonly<Record<string, { readonly name?: string; readonly spec?: Json }>>,
): Promise<string> {
  const output = join(folder.path, `out${made++}`);
  mkdirSync(output);
  for (const [directory, { name = "try", spec: own = spec }] of Object.entries(headers)) {
    await using _ = await createLocalRun(join(output, directory), {
      schema: "vidimus-run/1",
      name,
      spec: own,
      createdAt: 0,
    });
  }
  return output;
}

const found = async (output: string, wanted: Json = spec) =>
  (await findRun(output, "try", wanted))?.slice(output.length + 1);

describe("specIdentity", () => {
  it("does not depend on how a configuration is written", () => {
    expect(
      specIdentity({ seed: 1, systems: [{ kind: "oracle" }], tasks: [task], name: "try" }),
    ).toBe(specIdentity(spec));
  });

  it.each([
    ["targets", { targets: [{ metric: "accuracy", min: 0.5 }] }],
    ["output", { output: "elsewhere" }],
    ["minCoverage", { minCoverage: 0.5 }],
    ["minAnswered", { minAnswered: 0.25 }],
    ["a task's policy", { tasks: [{ ...task, unanswered: "exclude" }] }],
    ["a task's slices", { tasks: [{ ...task, slices: ["metadata.level"] }] }],
    ["a task's metrics", { tasks: [{ ...task, metrics: ["accuracy"] }] }],
    ["a task's extractors", { tasks: [{ ...task, extractors: ["strict"] }] }],
  ])("ignores %s", (_, change) => {
    expect(specIdentity({ ...(spec as object), ...change })).toBe(specIdentity(spec));
  });

  it.each([
    ["the name", { name: "other" }],
    ["the seed", { seed: 2 }],
    ["a system", { systems: [{ kind: "chance" }] }],
    ["a further system", { systems: [{ kind: "oracle" }, { kind: "chance" }] }],
    ["a task's data", { tasks: [{ ...task, data: { path: "other.jsonl" } }] }],
    ["a task's options", { tasks: [{ ...task, options: { answer: "verbatim" } }] }],
    ["a further task", { tasks: [task, { ...task, id: "more" }] }],
    ["a system that is named like a key of scoring", { systems: [{ kind: "oracle", slices: [] }] }],
  ])("minds %s", (_, change) => {
    expect(specIdentity({ ...(spec as object), ...change } as Json)).not.toBe(specIdentity(spec));
  });

  it.each([
    ["systems", "baseUrl"],
    ["systems", "url"],
    ["graders", "baseUrl"],
  ])("ignores which servers a list of %s has, and not that it is one: %s", (who, name) => {
    const at = (value?: string | readonly string[]) =>
      specIdentity({ ...(spec as object), [who]: [{ kind: "x", [name]: value ?? null }] } as Json);
    expect(at(["http://a"])).toBe(at(["http://b", "http://c"]));
    expect(at(["http://a"])).not.toBe(at("http://a"));
    expect(at(["http://a"])).not.toBe(at());
    expect(at("http://b")).not.toBe(at("http://a"));
  });

  it("takes anything", () => {
    expect(specIdentity(null)).toBe("null");
    expect(specIdentity({ tasks: "none" })).toBe(specIdentity({}));
  });
});

describe("findRun", () => {
  it("finds the newest run with an equal spec", async () => {
    const other: Json = { ...(spec as object), seed: 2 };
    const output = await runs({
      "20260101-000000-try": {},
      "20260301-000000-try": {},
      "20260201-000000-try": {},
      "20260401-000000-try": { spec: other },
    });
    expect(await found(output)).toBe("20260301-000000-try");
    expect(await found(output, other)).toBe("20260401-000000-try");
    expect(await found(output, { ...(spec as object), seed: 3 })).toBeUndefined();
  });

  it("finds a run that was scored otherwise", async () => {
    const output = await runs({
      "20260101-000000-try": { spec: { ...(spec as object), targets: [] } },
    });
    expect(await found(output)).toBe("20260101-000000-try");
  });

  it("takes the highest number for the newest run of a second", async () => {
    const output = await runs({
      "20260101-000000-try.2": {},
      "20260101-000000-try": {},
      "20260101-000000-try.10": {},
    });
    expect(await found(output)).toBe("20260101-000000-try.10");
  });

  it("is not misled by runs whose names end alike, by empty folders and by files", async () => {
    const output = await runs({
      "20260101-000000-try": {},
      "20260201-000000-re-try": { name: "re-try" },
      "20260202-000000-try.now": { name: "try.now" },
    });
    mkdirSync(join(output, "20260301-000000-try"));
    folder.file(`out${made - 1}/20260401-000000-try`, "");
    expect(await found(output)).toBe("20260101-000000-try");
  });

  it("passes over no newer run that cannot be read, unless its manifest says that it is of another configuration", async () => {
    const output = await runs({ "20260101-000000-try": {} });
    const place = `out${made - 1}/20260501-000000-try`;
    folder.file(`${place}/run.jsonl`, "garbage\n");
    await expect(found(output)).rejects.toThrow("the first line of the run cannot be read");
    folder.file(`${place}/manifest.json`, JSON.stringify({ name: "try", config: spec }));
    await expect(found(output)).rejects.toThrow("the first line of the run cannot be read");
    folder.file(`${place}/manifest.json`, JSON.stringify({ name: "re-try", config: spec }));
    expect(await found(output)).toBe("20260101-000000-try");
  });

  it("finds nothing where there is nothing", async () => {
    expect(await findRun(join(folder.path, "nowhere"), "try", spec)).toBeUndefined();
  });
});

describe("newRunDirectory", () => {
  it("is named by the time and the run, with a number where that is taken", () => {
    const output = join(folder.path, `out${made++}`);
    const now = new Date("2026-11-12T14:03:05.678Z");
    const expected = ["20261112-140305-try", "20261112-140305-try.2", "20261112-140305-try.3"];
    for (const name of expected) {
      const directory = newRunDirectory(output, "try", now);
      expect(directory).toBe(join(output, name));
      mkdirSync(directory, { recursive: true });
    }
    expect(newRunDirectory(output, "other", now)).toBe(join(output, "20261112-140305-other"));
  });

  it("is found again", async () => {
    const output = await runs({});
    for (const second of [1, 2, 2]) {
      const directory = newRunDirectory(
        output,
        "try",
        new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
      );
      await using _ = await createLocalRun(directory, {
        schema: "vidimus-run/1",
        name: "try",
        spec,
        createdAt: 0,
      });
    }
    expect(await found(output)).toBe("20260101-000002-try.2");
  });
});
