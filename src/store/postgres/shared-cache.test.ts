import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresServer } from "../../../test/support/postgres-server.ts";
import { Database } from "./database.ts";
import { SharedCache } from "./shared-cache.ts";

let server: PostgresServer;
let database: Database;
beforeAll(async () => {
  server = await PostgresServer.start();
  database = await Database.open({ url: await server.database() });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const open = (name: string, maxBytes = 1_000_000) => new SharedCache(database, { name, maxBytes });
const bytes = (fill: number, length = 100) => new Uint8Array(length).fill(fill);
const held = async (name: string) => {
  const [row] = await database.query<{ sum: string; count: string; bytes: string }>(
    `SELECT sum(length(value)), count(*),
       (SELECT bytes FROM vidimus.caches WHERE name = $1) AS bytes
     FROM vidimus.cached WHERE cache = $1`,
    [name],
  );
  return { sum: Number(row!.sum), count: Number(row!.count), counted: Number(row!.bytes) };
};

describe("a cache in a database", () => {
  it("finds at once what was put, and lets others find it, each cache its own", async () => {
    const one = open("first");
    one.put("a", bytes(1));
    expect(await one.get("a")).toEqual(bytes(1));
    await one[Symbol.asyncDispose]();
    const other = open("first");
    const found = await Promise.all(["a", "b", "a"].map((key) => other.get(key)));
    expect(found.map((value) => value && [...value].slice(0, 2))).toEqual([
      [1, 1],
      undefined,
      [1, 1],
    ]);
    expect(await open("second").get("a")).toBeUndefined();
  });

  it("keeps the latest of several under one digest, and counts it once", async () => {
    for (const fill of [1, 2]) {
      await using cache = open("replaced");
      cache.put("a", bytes(fill, 100 * fill));
    }
    expect(await open("replaced").get("a")).toEqual(Buffer.from(bytes(2, 200)));
    expect(await held("replaced")).toEqual({ sum: 200, count: 1, counted: 200 });
  });

  it("keeps to its size: the oldest leave first", async () => {
    for (let i = 0; i < 12; i++) {
      await using cache = open("bounded", 1_000);
      cache.put(`key${i}`, bytes(i));
    }
    const { sum, counted } = await held("bounded");
    expect(sum).toBeLessThanOrEqual(1_100);
    expect(sum).toBeGreaterThanOrEqual(900);
    expect(counted).toBe(sum);
    const cache = open("bounded");
    expect(await cache.get("key0")).toBeUndefined();
    expect(await cache.get("key11")).toEqual(Buffer.from(bytes(11)));
  });

  it("has nothing while the database is away, soon says so, and is there again afterwards", {
    timeout: 60_000,
  }, async () => {
    await using cache = open("away");
    cache.put("before", bytes(1));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await server.kill();
    const from = performance.now();
    expect(await cache.get("before")).toBeUndefined();
    expect(await cache.get("before")).toBeUndefined();
    expect(performance.now() - from).toBeLessThan(4_000);
    cache.put("meanwhile", bytes(2));
    await server.restart();
    let found: Uint8Array | undefined;
    for (let i = 0; i < 100 && !found; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await cache.get("before");
    }
    expect(found).toEqual(Buffer.from(bytes(1)));
    for (let i = 0; i < 50 && !(await open("away").get("meanwhile")); i++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await open("away").get("meanwhile")).toEqual(Buffer.from(bytes(2)));
  });
});
