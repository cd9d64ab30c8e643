import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeLines } from "../../src/store/journal-line.ts";
import { cli } from "../support/cli.ts";
import { ownSystemProject } from "../support/own-system-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

/** A chat system that tells what it is set to tell of its tokens. */
const careless = `
import { answered, defineSystemKind, z } from "vidimus";

export const system = defineSystemKind({
  id: "careless",
  summary: "a chat system that miscounts",
  configSchema: z.strictObject({ usage: z.record(z.string(), z.number()) }),
  create: async ({ usage }, { id }) => ({
    id,
    kind: "careless",
    speaks: "chat",
    identity: { model: "m-1" },
    concurrency: 4,
    scope: "careless",
    timeoutMs: 1000,
    ask: async (asks) => asks.map(() => ({ ...answered({ text: "A", finish: "stop" }), facts: { usage, totalMs: 1 } })),
  }),
});
`;

function project(name: string, usage: Readonly<Record<string, number>>): string {
  const systems = `[{ id: mine, kind: careless, usage: ${JSON.stringify(usage)} }]`;
  const more = "prices: { mine: { input: 1, output: 1 } }\nbudget: 5\n";
  return ownSystemProject(folder, name, { source: careless, systems, more });
}

async function resourcesOf(args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd });
  expect(status, stderr).toBe(0);
  const { directory, tasks } = JSON.parse(stdout);
  return { directory: directory as string, resources: tasks[0].systems[0].resources };
}

describe("tokens that cannot be", () => {
  it.each([
    { input: 1.5, output: 2 },
    { input: 10, output: -1e9 },
    { input: 1e12, output: 1 },
  ])("%j are left out and counted", async (usage) => {
    const cwd = project(`new-${Object.values(usage).join("-")}`, usage);
    const { resources } = await resourcesOf(["run"], cwd);
    expect(resources).toMatchObject({
      asks: 4,
      badUsage: 4,
      unpriced: 4,
      cost: null,
      tokens: { input: 0, output: 0 },
    });
    const again = await cli(["run"], { cwd });
    expect(again.status, again.stderr).toBe(0);
    expect(again.stdout).toContain("the token counts of 4 asks cannot be true");
  });

  it("in an old log neither end the next start nor the scoring, and count the same", async () => {
    const cwd = project("old", { input: 7, output: 3 });
    const { directory, resources } = await resourcesOf(["run"], cwd);
    expect(resources).toMatchObject({ cost: 40 / 1e6, tokens: { input: 28, output: 12 } });
    expect(resources).not.toHaveProperty("badUsage");
    const path = join(directory, "run.jsonl");
    const bad = [
      { input: 1.5, output: 3 },
      { input: 7, output: -1e9 },
    ];
    const records = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => {
        const { crc: _, ...record } = JSON.parse(line);
        return record.event === "reply" && bad.length > 0
          ? { ...record, facts: { ...record.facts, usage: bad.pop() } }
          : record;
      });
    writeFileSync(path, encodeLines(records));
    for (const args of [
      ["score", directory],
      ["run", "--export", "openseesime"],
    ]) {
      const { resources: read } = await resourcesOf(args, cwd);
      expect(read).toMatchObject({
        asks: 4,
        badUsage: 2,
        unpriced: 2,
        cost: 20 / 1e6,
        tokens: { input: 14, output: 6 },
      });
    }
  });
});
