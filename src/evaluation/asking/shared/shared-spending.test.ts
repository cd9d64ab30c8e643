import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresServer } from "../../../../test/support/postgres-server.ts";
import { header } from "../../../../test/support/run-store-contract.ts";
import type { ChatSystem } from "../../../core/asking/system.ts";
import { Interrupted } from "../../../engine/interrupted.ts";
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
      expect(spent).toBeGreaterThan(1 - 4 * mean);
      expect(spent).toBeLessThan(1 + 4 * mean * Math.sqrt(Math.min(4 * concurrency, 1 / mean)));
      for (const { reason } of ends) expect(reason).toMatch(/^the budget of 1 USD is spent \(\d/);
    },
  );

  it("is not exceeded by the first asks of a system whose cost nobody knows", async () => {
    const run = await newRun();
    const all = await Promise.all([1, 2, 3, 4].map(() => join({ run })));
    const costOf = () => ({ cost: 0.6, ms: 20 });
    const ends = await Promise.all(all.map((one) => ask(one, { concurrency: 4, costOf })));
    expect(ends.reduce((sum, one) => sum + one.spent, 0)).toBeCloseTo(0.6, 9);
    for (const { reason } of ends)
      expect(reason).toContain("(0.6000 USD so far; what is left is too little to go on with)");
  });

  it("comes together again where each has too little left for a dear ask", async () => {
    const run = await newRun();
    const before = { dear: { spent: 0.5, asks: 1 }, model: { spent: 1, asks: 100 } };
    const dear: ChatSystem = { ...system, id: "dear" };
    // Once both have asked for next to nothing, 0.502 are left, of which both hold some.
    const two = await Promise.all([1, 2].map(() => join({ run, budget: 2.004, before })));
    const began: number[] = [];
    const reasons = await Promise.all(
      two.map(async ({ spending }) => {
        expect(await spending.begin(system)).toBeUndefined();
        await wait(1_000);
        spending.end(system, worth(0.001));
        const refused = await spending.begin(dear);
        if (refused !== undefined) return refused;
        began.push(performance.now());
        await wait(20);
        spending.end(dear, worth(0.5));
        return "asked";
      }),
    );
    expect(began).toHaveLength(1);
    expect(reasons.sort()).toEqual(["asked", expect.stringContaining("(2.00 USD so far;")]);
    await Promise.all(two.map((one) => one[Symbol.asyncDispose]()));
  }, 10_000);

  it("counts what the run had cost before, and what those cost who have left", async () => {
    const run = await newRun();
    const before = { model: { spent: 0.4, asks: 40 } };
    const costOf = () => ({ cost: 0.01, ms: 1 });
    await using first = await join({ run, budget: 0.7, before });
    expect((await ask(first, { concurrency: 2, costOf })).spent).toBeCloseTo(0.3, 9);
    await first[Symbol.asyncDispose]();
    await using second = await join({ run, budget: 1, before });
    expect((await ask(second, { concurrency: 2, costOf })).spent).toBeCloseTo(0.3, 9);
    expect(second.spending.spentBudget).toEqual({ budget: 1, spent: expect.closeTo(1, 9) });
  });

  it("does not lose the money of one that was killed, but for what it may have spent", async () => {
    const run = await newRun();
    const leaseMs = 1_500;
    const costOf = () => ({ cost: 0.001, ms: 20 });
    const killed = await join({ run, leaseMs });
    const going = ask(killed, { concurrency: 4, costOf }).catch(() => undefined);
    await wait(700);
    const spentBefore = killed.spending.spent;
    expect(spentBefore).toBeGreaterThan(0.02);
    // As if it had been killed: its connections break off, and nothing comes from it any more.
    killed.spending.abandon();
    killed.spending.take({ allowance: 0, spentByOthers: 0, costs: {}, tries: new Set() });
    await opened.at(-1)![Symbol.asyncDispose]();
    await going;
    await using heir = await join({ run, leaseMs });
    const { spent } = await ask(heir, { concurrency: 16, costOf });
    const total = killed.spending.spent + spent;
    expect(total).toBeLessThan(1 + 1e-9);
    // It held no more beyond what it had spent than what the next second would have cost.
    expect(total).toBeGreaterThan(0.75);
  });

  it("hands nothing over while the database is away: asks wait, and go on when it is back", {
    timeout: 60_000,
  }, async () => {
    const run = await newRun();
    const costOf = () => ({ cost: 0.002, ms: 20 });
    await using one = await join({ run });
    const asking = ask(one, { concurrency: 8, costOf });
    await wait(600);
    await server.kill();
    await wait(1_500);
    const stuckAt = one.spending.spent;
    await wait(500);
    expect(one.spending.spent).toBe(stuckAt);
    expect(stuckAt).toBeLessThan(0.9);
    await server.restart();
    expect((await asking).spent).toBeCloseTo(1, 2);
  });

  it("is left by those who wait for it when the run is left", async () => {
    const run = await newRun();
    const [one, other] = await Promise.all([join({ run }), join({ run })]);
    expect(await one.spending.begin(system)).toBeUndefined();
    const waiting = other.spending.begin(system)!;
    await other[Symbol.asyncDispose]();
    await expect(waiting).rejects.toBeInstanceOf(Interrupted);
    await one[Symbol.asyncDispose]();
  });

  it("is not exceeded where some are taken for dead that are only late", {
    timeout: 30_000,
  }, async () => {
    const run = await newRun();
    const leaseMs = 300;
    const costOf = () => ({ cost: 0.01, ms: 30 });
    const [one, other] = await Promise.all([join({ run, leaseMs }), join({ run, leaseMs })]);
    await server.kill();
    await server.restart();
    const ends = await Promise.all(
      [one, other].map((each) => ask(each, { concurrency: 2, costOf })),
    );
    const total = ends.reduce((sum, { spent }) => sum + spent, 0);
    // Whoever is late loses what it held beyond what it had spent.
    expect(total).toBeGreaterThan(0.7);
    expect(total).toBeLessThan(1 + 1e-9);
  });
});
