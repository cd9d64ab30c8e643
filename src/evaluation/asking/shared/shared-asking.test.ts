import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AskingProcess } from "../../../../test/support/asking-process.ts";
import { PostgresServer } from "../../../../test/support/postgres-server.ts";
import { header } from "../../../../test/support/run-store-contract.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { seededRandom } from "../../../math/seeded-random.ts";
import { Database } from "../../../store/postgres/database.ts";
import { SharedRuns } from "../../../store/postgres/shared-runs.ts";
import { accountOf } from "./account-of.ts";

const program = fileURLToPath(
  new URL("../../../../test/support/asking-process.ts", import.meta.url),
);
let postgres: PostgresServer;
let url: string;
const servers: Server[] = [];
const folder = temporaryFolder();
let runs = 0;
let started = 0;
beforeAll(async () => {
  postgres = await PostgresServer.start();
  url = await postgres.database();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await postgres[Symbol.asyncDispose]();
});

async function newRun(): Promise<string> {
  await using database = await Database.open({ url });
  const name = `run${runs++}`;
  return (await new SharedRuns(database).create(name, header, name)).id;
}

/** A provider that bills every request that reaches it, whether or not the reply is received. */
async function provider(meanTokens: number) {
  const random = seededRandom(runs, "bills");
  const seen = { underWay: 0, most: 0, requests: 0, dollars: 0, address: "" };
  const server = createServer((request, response) => {
    const tokens = Math.round(2 * meanTokens * random());
    seen.requests++;
    seen.dollars += tokens / 1e6;
    seen.most = Math.max(seen.most, ++seen.underWay);
    response.once("close", () => seen.underWay--);
    request
      .resume()
      .once("end", () =>
        setTimeout(() => response.end(JSON.stringify({ tokens })), 30 + 20 * random()),
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  seen.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return seen;
}

/** Each as if on a machine of its own, with a cache of its own. */
function start(told: AskingProcess): { child: ChildProcess; said: Promise<string> } {
  const child = spawn(process.execPath, [program, JSON.stringify(told)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, VIDIMUS_CACHE: join(folder.path, `${started++}`) },
  });
  let said = "";
  child.stdout!.on("data", (text) => (said += String(text)));
  return { child, said: once(child, "close").then(() => said) };
}

describe("four processes", () => {
  it("keep to one budget and one number of asks, also where one is killed", {
    timeout: 120_000,
  }, async () => {
    const run = await newRun();
    const seen = await provider(500);
    const told = {
      ...{ database: url, run, server: seen.address, concurrency: 16, budget: 1, leaseMs: 2_000 },
      questions: 10_000,
    };
    const all = [1, 2, 3, 4].map((i) => start({ ...told, words: `of ${i}` }));
    while (seen.dollars < 0.3) await wait(20);
    all[0]!.child.kill("SIGKILL");
    const said = await Promise.all(all.map((one) => one.said));
    expect(said[0]).toBe("");
    for (const text of said.slice(1)) expect(text).toContain("the budget of 1 USD is spent");
    expect(seen.most).toBeLessThanOrEqual(16);
    expect(seen.most).toBeGreaterThanOrEqual(14);
    expect(seen.dollars).toBeGreaterThan(0.9);
    expect(seen.dollars).toBeLessThan(1 + 16 * 0.0005);
  });

  it("that come later ask nothing again that others have asked", { timeout: 60_000 }, async () => {
    const seen = await provider(100);
    const run = await newRun();
    const told = {
      ...{ database: url, run, server: seen.address, concurrency: 8, leaseMs: 2_000 },
      ...{ questions: 50, words: "the same" },
    };
    expect(await start(told).said).toContain('"cached":0');
    expect(await start(told).said).toContain('"cached":50');
    expect(seen.requests).toBe(50);
  });
});

it("names accounts by digests, and those of a server on one's own machine by the machine", () => {
  const far = accountOf("openai https://api.openai.com/v1 gpt 0123abcd", "here");
  expect(far).toMatch(/^[0-9a-f]{64}$/);
  expect(accountOf("openai https://api.openai.com/v1 gpt 0123abcd", "there")).toBe(far);
  expect(accountOf("openai https://api.openai.com/v1 gpt 89abcdef", "here")).not.toBe(far);
  for (const scope of [
    "openai-compatible http://localhost:8000/v1 m ",
    "openai-compatible http://127.0.0.1:8000/v1 m ",
    "service localhost:8000",
    "service [::1]:80 v2",
  ])
    expect(accountOf(scope, "here")).not.toBe(accountOf(scope, "there"));
  expect(accountOf("service localhost.example.com", "here")).toBe(
    accountOf("service localhost.example.com", "there"),
  );
});
