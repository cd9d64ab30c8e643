import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PostgresServer } from "../../../../test/support/postgres-server.ts";
import type { Released } from "../../../core/asking/limiter.ts";
import {
  AccountShares,
  type AccountState,
  type ShareDecision,
  type ShareReport,
} from "../../../store/postgres/account-shares.ts";
import { Database } from "../../../store/postgres/database.ts";
import { systemTimer } from "../../cell/system-timer.ts";
import { fairShares } from "./next-share.ts";
import { SharedLimiter } from "./shared-limiter.ts";

let server: PostgresServer;
let url: string;
const opened: Database[] = [];
let accounts = 0;

beforeAll(async () => {
  server = await PostgresServer.start();
  url = await server.database();
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database[Symbol.asyncDispose]()));
  await server[Symbol.asyncDispose]();
});

/** The other side, which knows how many asks are under way, and when each began. */
function otherSide(answer: (underWay: number) => Omit<Released, "startedAt">) {
  const began: number[] = [];
  const side = { underWay: 0, most: 0, began };
  return {
    side,
    async ask(limiter: SharedLimiter, ms: number) {
      const startedAt = await limiter.take(false);
      began.push(performance.now());
      side.most = Math.max(side.most, ++side.underWay);
      const end = answer(side.underWay);
      await wait(ms);
      side.underWay--;
      limiter.release({ startedAt, ...end });
    },
  };
}

const answered = { isAnswered: true, isOverloaded: false };

/** Turns come round three times as fast: a fixed number has no other use for this clock. */
class HastyShares extends AccountShares {
  override exchange<Decision extends ShareDecision>(
    account: string,
    report: ShareReport,
    decide: (state: AccountState) => Decision,
  ) {
    return super.exchange(account, report, (state) => decide({ ...state, now: 3 * state.now }));
  }
}

async function join(
  account: string,
  { most = 16, isAdaptive = false, leaseMs = 15_000, Shares = AccountShares } = {},
) {
  const database = await Database.open({ url });
  opened.push(database);
  const limiter = new SharedLimiter({
    ...{ timer: systemTimer(), shares: new Shares(database) },
    ...{ account, holder: randomUUID(), leaseMs, most, isAdaptive },
  });
  return { limiter, database };
}

/** Waits for what comes of exchanges, which are half a second apart. */
const eventually = (look: () => void) => vi.waitFor(look, { interval: 10, timeout: 30_000 });

const newAccount = () => `account${accounts++}`;
const four = (account: string, options = {}) =>
  Promise.all([1, 2, 3, 4].map(async () => (await join(account, options)).limiter));
const leave = (limiters: readonly SharedLimiter[]) =>
  Promise.all(limiters.map((limiter) => limiter[Symbol.asyncDispose]()));

/** Keeps so many asks waiting or under way until told to stop. */
function keepAsking(asks: () => Promise<void>, concurrency: number) {
  let isOver = false;
  let count = 0;
  const one = async () => {
    for (; !isOver; count++) await asks();
  };
  const all = Promise.all(Array.from({ length: concurrency }, one));
  return {
    get count() {
      return count;
    },
    stop: () => {
      isOver = true;
      return all;
    },
  };
}

describe.concurrent("a number of asks that four share", () => {
  it("is never exceeded, whoever joins and leaves, and is used", async () => {
    const account = newAccount();
    const { side, ask } = otherSide(() => answered);
    const first = await join(account);
    const early = keepAsking(() => ask(first.limiter, 20), 20);
    await eventually(() => expect(side.most).toBe(16));
    const others = (await four(account)).slice(1);
    const late = others.map((limiter) => keepAsking(() => ask(limiter, 20), 20));
    const limits = () => [first.limiter, ...others].map(({ limit }) => limit);
    await eventually(() => expect(limits()).toEqual([4, 4, 4, 4]));
    const all = [early, ...late];
    const before = all.map(({ count }) => count);
    await eventually(() =>
      expect(all.every(({ count }, at) => count > before[at]! + 50)).toBe(true),
    );
    await eventually(() => expect(side.underWay).toBe(16));
    expect(limits()).toEqual([4, 4, 4, 4]);
    await Promise.all(late.map((one) => one.stop()));
    await leave(others);
    await eventually(() => expect(first.limiter.limit).toBe(16));
    await eventually(() => expect(side.underWay).toBe(16));
    expect(side.most).toBe(16);
    await early.stop();
    await leave([first.limiter]);
  });

  it("of one for all goes round, so that everybody gets on", async () => {
    const account = newAccount();
    const { side, ask } = otherSide(() => answered);
    const all = (await four(account, { most: 1, Shares: HastyShares })).slice(0, 2);
    const going = all.map((limiter) => keepAsking(() => ask(limiter, 10), 2));
    await eventually(() =>
      expect(Math.min(...going.map(({ count }) => count))).toBeGreaterThanOrEqual(5),
    );
    expect(side.most).toBe(1);
    await Promise.all(going.map((one) => one.stop()));
    await leave(all);
  });

  it("goes to others where one falls silent", async () => {
    const account = newAccount();
    const { ask } = otherSide(() => answered);
    const silent = await join(account, { leaseMs: 2_000 });
    const stuck = Array.from({ length: 20 }, () => silent.limiter.take(false));
    await Promise.all(stuck.slice(0, 16));
    await silent.database[Symbol.asyncDispose]();
    const { limiter: other } = await join(account);
    const going = keepAsking(() => ask(other, 20), 20);
    await wait(500);
    expect(other.limit).toBe(0);
    await eventually(() => expect(other.limit).toBe(16));
    await going.stop();
    await leave([other]);
  });

  it("falls once for all where the other side has too much to do", async () => {
    const account = newAccount();
    const overloaded = { isAnswered: false, isOverloaded: true };
    let isTooMuch = false;
    let overloads = 0;
    const { side, ask } = otherSide(() => {
      if (!isTooMuch) return answered;
      overloads++;
      return overloaded;
    });
    const all = await four(account, { most: 32, isAdaptive: true });
    const going = all.map((limiter) => keepAsking(() => ask(limiter, 200), 16));
    const limits = () => all.reduce((sum, { limit }) => sum + limit, 0);
    await eventually(() => expect(limits()).toBe(32));
    isTooMuch = true;
    await eventually(() => expect(overloads).toBeGreaterThan(16));
    isTooMuch = false;
    await eventually(() => expect(all.every(({ isLowered }) => isLowered)).toBe(true));
    await wait(1_000);
    // Half of it, and one more for every round of answers since.
    expect(limits()).toBeGreaterThanOrEqual(14);
    expect(limits()).toBeLessThanOrEqual(25);
    expect(all.every(({ isLowered }) => isLowered)).toBe(true);
    expect(side.most).toBeLessThanOrEqual(32);
    await Promise.all(going.map((one) => one.stop()));
    await leave(all);
  });
});

describe.concurrent("a wish to be left alone", () => {
  it.each([
    ["Retry-After", { retryAfterMs: 2_500 }],
    ["an exhausted window", { remainingRequests: 0, renewedInMs: 2_500 }],
  ])("that one meets holds all: %s", async (_, pace) => {
    const account = newAccount();
    const { side, ask } = otherSide(() => answered);
    const all = await four(account);
    const going = all.map((limiter) => keepAsking(() => ask(limiter, 20), 8));
    await eventually(() => expect(all.map(({ limit }) => limit)).toEqual([4, 4, 4, 4]));
    const startedAt = await all[0]!.take(false);
    const metAt = performance.now();
    all[0]!.release({ startedAt, isAnswered: false, isOverloaded: false, pace });
    // Somebody is always asking, but for the time in which all are held.
    await eventually(() => expect(side.underWay).toBe(0));
    const heldAt = performance.now();
    expect(heldAt).toBeLessThan(metAt + 2_450);
    await eventually(() => expect(side.began.at(-1)).toBeGreaterThan(heldAt));
    const gap = side.began.filter((at) => at > heldAt && at < metAt + 2_450);
    expect(gap).toEqual([]);
    await Promise.all(going.map((one) => one.stop()));
    await leave(all);
  });
});

it("goes on by its last share while the database is away, and shares again when it is back", {
  timeout: 60_000,
}, async () => {
  const account = newAccount();
  const { side, ask } = otherSide(() => answered);
  const all = await four(account);
  const going = all.map((limiter) => keepAsking(() => ask(limiter, 20), 20));
  await eventually(() => expect(all.map(({ limit }) => limit)).toEqual([4, 4, 4, 4]));
  await server.kill();
  const before = side.began.length;
  await wait(1_500);
  await eventually(() => expect(side.began.length - before).toBeGreaterThan(400));
  expect(all.map(({ limit }) => limit)).toEqual([4, 4, 4, 4]);
  await server.restart();
  await Promise.all(going.slice(1).map((one) => one.stop()));
  await eventually(() => expect(all[0]!.limit).toBe(16));
  expect(side.most).toBe(16);
  await going[0]!.stop();
  await leave(all);
});

it.each([
  [16, [20, 20, 20, 20], 0, [4, 4, 4, 4]],
  [5, [9, 9, 9, 9], 0, [2, 1, 1, 1]],
  [5, [9, 9, 9, 9], 2, [1, 1, 2, 1]],
  [1, [9, 9], 1, [0, 1]],
  [16, [1, 20, 20], 0, [1, 8, 7]],
  [16, [1, 2], 0, [8, 8]],
  [7, [], 0, []],
])("%d are shared by those who want %j, at turn %d, as %j", (number, wants, turn, shares) => {
  const divided = fairShares(number, wants, turn);
  expect(divided.reduce((sum, one) => sum + one, 0)).toBe(wants.length === 0 ? 0 : number);
  expect(divided).toEqual(shares);
});
