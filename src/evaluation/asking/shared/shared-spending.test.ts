import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresServer } from "../../../../test/support/postgres-server.ts";
import { header } from "../../../../test/support/run-store-contract.ts";
import type { ChatSystem } from "../../../core/asking/system.ts";
import { seededRandom } from "../../../math/seeded-random.ts";
import { Database } from "../../../store/postgres/database.ts";
import { SharedRuns } from "../../../store/postgres/shared-runs.ts";
import { systemTimer } from "../../cell/system-timer.ts";
import { SharedSpending } from "./shared-spending.ts";

let server: PostgresServer;
let url: string;
const opened: Database[] = [];
let runs = 0;

beforeAll(async () => {
  server = await PostgresServer.start();
  url = await server.database();
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database[Symbol.asyncDispose]()));
  await server[Symbol.asyncDispose]();
});

const prices = { model: { input: 1, output: 1 } };
const system: ChatSystem = {
  ...{ id: "model", kind: "chat", speaks: "chat", identity: { model: "model" }, concurrency: 64 },
  ask: async () => [],
};
const worth = (dollars: number) => ({ usage: { input: Math.round(dollars * 1e6) } });

async function connect(): Promise<Database> {
  const database = await Database.open({ url });
  opened.push(database);
  return database;
}

async function newRun(): Promise<string> {
  const database = opened[0] ?? (await connect());
  const name = `run${runs++}`;
  return (await new SharedRuns(database).create(name, header, name)).id;
}

interface Scene {
  readonly run: string;
  readonly budget?: number;
  readonly leaseMs?: number;
  readonly before?: Record<string, { spent: number; asks: number }>;
}

async function join({ run, budget = 1, leaseMs = 15_000, before = {} }: Scene) {
  return SharedSpending.open({
    ...{ database: await connect(), run, budget, leaseMs, before, prices },
    timer: systemTimer(),
  });
}

/** Asks until the budget is spent; resolves to what it cost, and the reason. */
async function ask(
  { spending }: SharedSpending,
  { concurrency, costOf }: { concurrency: number; costOf: () => { cost: number; ms: number } },
) {
  let spent = 0;
  let reason = "";
  const one = async () => {
    for (;;) {
      const refused = spending.refusal(system) ?? (await spending.begin(system));
      if (refused !== undefined) {
        reason = refused;
        return;
      }
      const { cost, ms } = costOf();
      await wait(ms);
      const facts = worth(cost);
      spent += facts.usage.input / 1e6;
      spending.end(system, facts);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return { spent, reason };
}

describe("a budget that four share", () => {
  it.each([
    [16, 0.0005, 3],
    [16, 0.02, 30],
    [64, 0.002, 30],
  ])(
    "is used up by %d asks at once each of %d USD on average, and exceeded by no more than some of them",
    { timeout: 60_000 },
    async (concurrency, mean, slowness) => {
      const run = await newRun();
      const random = seededRandom(runs, "costs");
      const all = await Promise.all([1, 2, 3, 4].map(() => join({ run })));
      const costOf = () => ({ cost: 4 * mean * random() ** 3, ms: slowness * random() });
      const ends = await Promise.all(all.map((one) => ask(one, { concurrency, costOf })));
      const spent = ends.reduce((sum, one) => sum + one.spent, 0);
      console.log(concurrency, mean, spent, ends.map((one) => one.spent.toFixed(3)));
      expect(spent).toBeGreaterThan(1 - 4 * mean);
      expect(spent).toBeLessThan(1 + 4 * mean * Math.sqrt(Math.min(4 * concurrency, 1 / mean)));
      for (const { reason } of ends) expect(reason).toMatch(/^the budget of 1 USD is spent \(\d/);
    },
  );
});
