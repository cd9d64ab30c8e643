import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runStores } from "../../store/run-stores.ts";
import { OpenLogs } from "./open-logs.ts";

const folder = temporaryFolder();

it("lends a log that is open already, and another one once it has grown", async () => {
  const directory = join(folder.path, "run");
  const header = { schema: "vidimus-run/2", name: "run", spec: {}, createdAt: 0 } as const;
  await (await runStores.create(directory, header))[Symbol.asyncDispose]();
  await using logs = new OpenLogs();
  const first = await logs.lend(directory);
  await using second = await logs.lend(directory);
  expect(second.store).toBe(first.store);
  appendFileSync(join(directory, runStores.files(directory).logFile), "\n");
  await using third = await logs.lend(directory);
  expect(third.store).not.toBe(first.store);
  // Whoever has it may go on reading.
  await first[Symbol.asyncDispose]();
  expect(await second.store.notes("none")).toEqual([]);
});
