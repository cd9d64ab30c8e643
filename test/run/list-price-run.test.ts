import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { ownSystemProject } from "../support/own-system-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

/**
 * A chat system whose price is listed, as those of providers are: 1 USD per million input tokens,
 * twice as much of long requests.
 */
const listed = `
import { answered, defineSystemKind, z } from "vidimus";

export const system = defineSystemKind({
  id: "listed",
  summary: "a chat system with a list price",
  configSchema: z.strictObject({ input: z.number() }),
  create: async ({ input }, { id }) => ({
    id,
    kind: "listed",
    speaks: "chat",
    identity: { model: "m-1" },
    concurrency: 4,
    scope: "listed",
    timeoutMs: 1000,
    listPrice: { input, output: 0, longInput: { above: 1000000, input: 2 * input, output: 0 }, asOf: "2026-10-26" },
    ask: async (asks) => asks.map(() => ({ ...answered({ text: "A", finish: "stop" }), facts: { usage: { input: 100000, output: 5 }, totalMs: 1 } })),
  }),
});
`;

function project(name: string, more = ""): string {
  const systems =
    "[{ id: mine, kind: listed, input: 1 }, { id: mine-blind, kind: blind, of: mine }]";
  return ownSystemProject(folder, name, { source: listed, systems, more });
}

async function ran(cwd: string, args: readonly string[] = ["run"]) {
  const { stdout, stderr, status } = await cli([...args, "--json"], { cwd });
  expect(stdout, stderr).not.toBe("");
  const { systems } = JSON.parse(stdout).tasks[0] as {
    systems: { id: string; resources: { cost: number; pricesAsOf?: string } }[];
  };
  return {
    status,
    stderr,
    costs: systems.map(({ id, resources }) => [id, resources.cost, resources.pricesAsOf]),
  };
}

describe("a list price", () => {
  it("is what a run costs, also under a probe, and what it costs when it is scored again", async () => {
    const cwd = project("plain");
    const { costs, stderr } = await ran(cwd);
    expect(costs, stderr).toEqual([
      ["mine", 0.4, "2026-10-26"],
      ["mine-blind", 0.4, "2026-10-26"],
    ]);
    const [run] = readdirSync(join(cwd, "runs"));
    folder.file(
      "plain/system.ts",
      listed
        .replaceAll("2026-10-26", "2027-01-01")
        .replace("listPrice: { input,", "listPrice: { input: 99,"),
    );
    expect((await ran(cwd, ["score", join("runs", run!)])).costs).toEqual(costs);
  });

  it("gives way to a price of the configuration", async () => {
    const own = "{ input: 10, output: 0, longInput: { above: 99999, input: 20, output: 0 } }";
    const { costs } = await ran(project("own", `prices: { mine: ${own} }`));
    expect(costs).toEqual([
      ["mine", 8, undefined],
      ["mine-blind", 0.4, "2026-10-26"],
    ]);
  });

  it("is what a budget is kept by, over several starts", async () => {
    const cwd = project("budget", "budget: 0.5 USD");
    const first = await ran(cwd);
    expect([
      first.status,
      first.costs.reduce((sum, [, cost]) => sum + Number(cost ?? 0), 0),
    ]).toEqual([3, 0.5]);
    const second = await ran(cwd, ["run", "--set", "budget=0.7"]);
    expect(second.costs.reduce((sum, [, cost]) => sum + Number(cost ?? 0), 0)).toBeCloseTo(0.7, 9);
  });

  it("is what a plan counts with, and says so", async () => {
    const { stdout } = await cli(["run", "--dry-run"], { cwd: project("plan") });
    expect(stdout).toContain(
      "cost by list prices as of 2026-10-26; prices in the configuration replace them",
    );
    expect(stdout).not.toContain("no price known");
  });
});
