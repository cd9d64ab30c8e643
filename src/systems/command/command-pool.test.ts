import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { CommandPool, type PoolOptions } from "./command-pool.ts";
import { CommandProcess, type ProcessOptions } from "./command-process.ts";

const script = fileURLToPath(new URL("../../../test/providers/bridge-worker.ts", import.meta.url));
const folder = temporaryFolder();
const { signal } = new AbortController();
const unstartable: ProcessOptions = {
  command: ["/no/such/program"],
  directory: folder.path,
  environment: {},
  startTimeoutMs: 1_000,
  hello: {},
};

async function pool(
  environment: Readonly<Record<string, string>>,
  more: Partial<PoolOptions> = {},
): Promise<CommandPool> {
  const options: ProcessOptions = {
    command: [process.execPath, script],
    directory: folder.path,
    environment: { ...process.env, ...environment },
    startTimeoutMs: 20_000,
    hello: { protocol: 1 },
  };
  const { process: first } = await CommandProcess.start(options);
  const limits = { timeoutMs: 20_000, cancelGraceMs: 1_000, idleMs: 60_000, restartWaitMs: 1 };
  return new CommandPool({
    workers: 1,
    batchSize: 2,
    ...limits,
    process: () => options,
    first,
    ...more,
  });
}

const sample = (question: string) => ({
  sample: { id: question, question, choices: ["no", "yes"] },
});

describe("a pool whose processes do not start again", () => {
  it("says after a few times that this concerns every sample, also those that wait", async () => {
    await using processes = await pool({ BRIDGE_FAILS: join(folder.path, "started") });
    const asked = await Promise.all(
      ["a [exit]", "b", "c"].map((text) => processes.ask(sample(text), signal)),
    );
    const stopped = {
      kind: "failed",
      cause: "auth",
      reason: expect.stringMatching(/^the command cannot be started again: .*No module/s),
    };
    expect(asked).toEqual([stopped, stopped, stopped]);
  });
});

describe("a pool that is disposed of", () => {
  it("ends what is under way and what waits, and starts nothing any more", async () => {
    let starts = 0;
    const processes = await pool({});
    const counted = await pool(
      {},
      { process: () => ({ ...unstartable, hello: { starts: ++starts } }) },
    );
    const asked = Promise.all(
      ["[hang]", "b", "c"].map((text) => counted.ask(sample(text), signal)),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await counted[Symbol.asyncDispose]();
    const ended = { kind: "failed", cause: "transient", reason: "the command was ended" };
    expect(await asked).toEqual([ended, expect.anything(), ended]);
    expect(starts).toBe(0);
    await processes[Symbol.asyncDispose]();
    expect(await processes.ask(sample("late"), signal)).toEqual(ended);
  });
});
