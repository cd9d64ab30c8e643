import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresServer } from "../../../test/support/postgres-server.ts";
import {
  header,
  outcomeEvent,
  runStoreContract,
} from "../../../test/support/run-store-contract.ts";
import { sharedStoreContract } from "../../../test/support/shared-store-contract.ts";
import { Database } from "./database.ts";
import { SharedRuns } from "./shared-runs.ts";

let server: PostgresServer;
let url: string;
let database: Database;
let count = 0;

beforeAll(async () => {
  server = await PostgresServer.start();
  url = await server.database();
  database = await Database.open({ url });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function newRun() {
  const runs = new SharedRuns(database);
  const name = `run${count++}`;
  return { runs, run: await runs.create(name, header, name) };
}

runStoreContract("PostgreSQL", async () => {
  const { runs, run } = await newRun();
  return {
    isShared: true,
    create: () => runs.open(run),
    reopen: () => runs.open(run),
    read: () => runs.open(run, { isReader: true }),
  };
});

sharedStoreContract("PostgreSQL", async () => {
  const { runs, run } = await newRun();
  return runs.open(run);
});

describe("a database", () => {
  it("that is killed and comes back is waited for, and keeps every event once", async () => {
    const said: string[] = [];
    await using patient = await Database.open({ url, onTrouble: (text) => said.push(text) });
    const { run } = await newRun();
    await using store = await new SharedRuns(patient).open(run);
    const appending: Promise<void>[] = [];
    for (let i = 0; i < 50; i++) appending.push(store.append([outcomeEvent(i)]));
    await server.kill();
    // Its children notice a little later.
    for (let i = 50; said.length === 0 && i < 1_000; i++) {
      appending.push(store.append([outcomeEvent(i)]));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await server.restart();
    await Promise.all(appending);
    const kept = [];
    for await (const event of store.events()) kept.push(event.at);
    expect(kept).toEqual(appending.map((_, i) => i));
    expect(said.join("\n")).toMatch(/does not answer .*; trying again\n.*answers again/);
    expect(said.join("\n")).not.toContain("secret-of-the-test");
  });

  it("that cannot be used is named, without the password", async () => {
    const wrong = async (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      const patienceMs = 100;
      return Database.open({ url: address.href, patienceMs }).then(
        () => "opened",
        (error: Error) => error.message,
      );
    };
    expect(await wrong((address) => (address.password = "other"))).toMatch(/refuses the user/);
    expect(await wrong((address) => (address.hostname = "no-host.invalid"))).toMatch(
      /no-host\.invalid:\d+ does not answer/,
    );
    expect(await wrong((address) => (address.pathname = "/none"))).toMatch(/no database "none"/);
    const silent = await wrong((address) => (address.port = "1"));
    expect(silent).toMatch(/127\.0\.0\.1:1 does not answer/);
    expect(silent).not.toContain("secret-of-the-test");
    await expect(Database.open({ url: "mysql://u:p@h/d" })).rejects.toThrow(/PostgreSQL/);
  });

  it("of a newer version is left alone", async () => {
    const other = await server.database();
    {
      await using first = await Database.open({ url: other });
      await first.query("INSERT INTO vidimus.migrations VALUES (999)");
    }
    await expect(Database.open({ url: other })).rejects.toThrow(/newer version.*999/);
  });
});
