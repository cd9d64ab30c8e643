import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli, type Running, startCli } from "../support/cli.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  eventsOf,
  figuresOf,
  namesOf,
  outcomeCounts,
  runOf,
  sharedConfig,
  writeQuestions,
} from "./shared-project.ts";

const folder = temporaryFolder();
const samples = 240;
let server: PostgresServer;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  server = await PostgresServer.start();
  env = { VIDIMUS_STORE: await server.database() };
  writeQuestions(folder, samples);
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...args: readonly string[]) => cli(args, { cwd: folder.path, env });

describe("a run of several workers", () => {
  it("leaves the same behind as a run of one process, to the last bit", async () => {
    folder.file("plain.yaml", sharedConfig("plain", 5));
    folder.file("many.yaml", sharedConfig("many", 5));
    const [alone, together] = [
      await run("run", "plain.yaml", "--json"),
      await run("run", "many.yaml", "--workers", "2", "--json"),
    ];
    expect(alone.status, alone.stderr).toBe(0);
    expect(together.status, together.stderr).toBe(0);
    const [one, many] = [runOf(folder.path, "plain"), runOf(folder.path, "many")];
    expect(figuresOf(many)).toEqual(figuresOf(one));
    const counts = await outcomeCounts(many);
    expect(counts.size).toBe(3 * samples);
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
    const rows = (directory: string) =>
      readFileSync(join(directory, "samples.csv"), "utf8").split("\n").sort();
    expect(rows(many)).toEqual(rows(one));
    expect(readdirSync(many).filter((name) => name !== "shared.json")).toEqual(readdirSync(one));
    for (const name of readdirSync(many).filter((file) => /json|log|html|csv/.test(file)))
      expect(readFileSync(join(many, name), "utf8"), name).not.toContain("secret-of-the-test");
    const verified = await run("verify", many);
    expect(verified.status, verified.stdout + verified.stderr).toBe(0);
    const again = await run("run", "many.yaml", "--workers", "1", "--json");
    expect(again.status, again.stderr).toBe(0);
    expect((await outcomeCounts(many)).size).toBe(3 * samples);
  });

  it("is extended, continued from another place, and shown", async () => {
    folder.file("more.yaml", sharedConfig("more", 5));
    const few = await run("run", "more.yaml", "--workers", "1", "--limit", "60", "--json");
    expect(few.status, few.stderr).toBe(0);
    const all = await run(
      ...["run", "more.yaml", "--workers", "1", "--set", "output=elsewhere", "--json"],
    );
    expect(all.status, all.stderr).toBe(0);
    const there = runOf(folder.path, "more", "elsewhere");
    const counts = await outcomeCounts(there);
    expect(counts.size).toBe(3 * samples);
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
    expect(figuresOf(there)).toEqual(figuresOf(runOf(folder.path, "plain")));
    const status = await run("status");
    expect(status.status).toBe(0);
    expect(status.stdout).toMatch(/-more +ended +talker +qa +18\d /);
    const name = (
      JSON.parse((await run("status", "--json")).stdout) as { runs: { name: string }[] }
    ).runs[0]!.name;
    expect((await run("status", "--forget", name)).stdout).toContain("is removed");
    expect((await run("status", "--forget", name)).status).toBe(2);
  });

  it("refuses a worker with other data, and names what differs", async () => {
    folder.file("slow.yaml", sharedConfig("slow", 20));
    const coordinator = startCli(["run", "slow.yaml", "--workers", "0"], { cwd: folder.path, env });
    await coordinator.says("waiting for workers");
    const other = temporaryFolder();
    writeQuestions(other, samples - 1);
    const name = runOf(folder.path, "slow").split("/").at(-1)!;
    const named = await run("worker", "--run", name, "--base", other.path);
    expect(named.status).toBe(2);
    expect(named.stderr).toMatch(/questions\.jsonl differs from the coordinator's: here \d+ bytes/);
    const any = startCli(["worker", "--base", other.path], { cwd: folder.path, env });
    await any.says("cannot work on");
    await coordinator.says("cannot work on this run");
    expect((await run("worker", "--drain")).stdout).toContain("asked to leave");
    expect((await any.finished).status).toBe(0);
    // The run waits for others, and goes on with them.
    const good = startCli(["worker", "--leave-at-end"], { cwd: folder.path, env });
    const { status, stderr } = await coordinator.finished;
    expect(stderr).toContain("questions.jsonl differs");
    expect(status, stderr).toBe(0);
    expect((await good.finished).stdout).toContain(`${samples} samples brought to an end`);
  });

  it("pauses where its coordinator is stopped, and goes on with it", async () => {
    folder.file("paused.yaml", sharedConfig("paused", 100));
    const args = ["run", "paused.yaml", "--workers", "1"];
    const stopped = startCli(args, { cwd: folder.path, env });
    const name = await soon(() => namesOf(folder.path, "paused")[0]);
    await soon(async () => (await outcomeCounts(join(folder.path, "runs", name))).size > 0);
    stopped.process.kill("SIGINT");
    const { status, stderr } = await stopped.finished;
    expect(status, stderr).toBe(3);
    expect((await run("status")).stdout).toMatch(new RegExp(`${name} +paused`));
    const before = (await outcomeCounts(runOf(folder.path, "paused"))).size;
    expect(before).toBeLessThan(samples);
    const again = await run(...args, "--json");
    expect(again.status, again.stderr).toBe(0);
    const counts = await outcomeCounts(runOf(folder.path, "paused"));
    expect(counts.size).toBe(3 * samples);
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
  });

  it("ends with what there is where no worker may ask a system", async () => {
    await using provider = createServer((_, response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "the key is not valid" } }));
    });
    await new Promise<void>((ready) => provider.listen(0, "127.0.0.1", ready));
    const { port } = provider.address() as AddressInfo;
    folder.file(
      "refused.yaml",
      `name: refused
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }]
systems:
  - { id: model, kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:${port}/v1", model: m }
  - { kind: chance }
`,
    );
    const { status, stderr } = await run("run", "refused.yaml", "--workers", "2");
    expect(status, stderr).toBe(3);
    expect(stderr).toMatch(/no worker can ask the system "model": .*the key is not valid/);
    const outcomes = (await eventsOf(runOf(folder.path, "refused"))).filter(
      (event) => event.event === "outcome",
    );
    expect(outcomes.filter(({ system }) => system === "chance")).toHaveLength(samples);
    expect(outcomes.filter(({ outcome }) => outcome.kind === "answered")).toHaveLength(samples);
  });

  it("stops asking for a worker that wakes up after others have taken over", async () => {
    const asked: string[] = [];
    await using provider = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += String(part);
      asked.push(/Number \d+\?/.exec(body)![0]);
      await setTimeout(150);
      response.writeHead(200, { "content-type": "application/json" });
      const message = { role: "assistant", content: "A" };
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
    });
    await new Promise<void>((ready) => provider.listen(0, "127.0.0.1", ready));
    const { port } = provider.address() as AddressInfo;
    folder.file(
      "woken.yaml",
      `name: woken
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }]
systems: [{ id: model, kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:${port}/v1", model: m, concurrency: 4 }]
cache: { replies: false }
`,
    );
    const at = { cwd: folder.path, env };
    const coordinator = startCli(["run", "woken.yaml", "--workers", "0"], at);
    const sleeper = startCli(["worker", "--lease", "2"], at);
    await soon(() => asked.length > 20);
    sleeper.process.kill("SIGSTOP");
    const before = asked.length;
    const other = startCli(["worker", "--lease", "2"], at);
    await soon(() => asked.length > before + 30);
    sleeper.process.kill("SIGCONT");
    const { status, stderr } = await coordinator.finished;
    expect(status, stderr).toBe(0);
    const counts = await outcomeCounts(runOf(folder.path, "woken"));
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
    // Those that were under way when it fell asleep, and little more.
    expect(asked.length - samples).toBeLessThan(20);
    for (const worker of [sleeper, other]) worker.process.kill("SIGTERM");
    await Promise.all([sleeper.finished, other.finished]);
  });

  it("isolates a sample that kills its workers, says so, and ends all others", async () => {
    const project = temporaryFolder();
    writeQuestions(project, 60);
    project.file("killer.ts", killer);
    project.file(
      "vidimus.yaml",
      `name: poison
use: [./killer.ts]
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl } }]
systems: [{ id: deadly, kind: deadly }]
cache: { replies: false }
`,
    );
    const coordinator = startCli(["run", "--workers", "0", "--json"], { cwd: project.path, env });
    let isOver = false;
    let worker: Running | undefined;
    const ended = coordinator.finished.finally(() => {
      isOver = true;
      worker?.process.kill("SIGTERM");
    });
    let deaths = 0;
    const keepWorking = async () => {
      while (!isOver) {
        worker = startCli(["worker", "--lease", "1"], { cwd: project.path, env });
        const { signal } = await worker.finished;
        if (signal === "SIGKILL") deaths++;
      }
    };
    await Promise.all([keepWorking(), ended]);
    const { status, stderr } = await ended;
    expect(status, stderr).toBe(3);
    expect(deaths).toBe(4);
    const outcomes = (await eventsOf(runOf(project.path, "poison"))).filter(
      (event) => event.event === "outcome",
    );
    expect(outcomes).toHaveLength(60);
    const failed = outcomes.filter(({ outcome }) => outcome.kind === "failed");
    expect(failed.map(({ sample }) => sample)).toEqual(["q17"]);
    expect(failed[0]?.outcome).toMatchObject({
      reason: expect.stringMatching(
        /^4 workers died .*, 2 of them on it alone: (.+:\d+ at .+){4}$/,
      ),
    });
  });
});

/** Waits until something is there. */
async function soon<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await setTimeout(50);
  }
}

/** A kind of system that takes its process with it when it is asked about one sample. */
const killer = `
import { answered, defineSystemKind, z } from "vidimus";

export const system = defineSystemKind({
  id: "deadly",
  summary: "ends its process",
  configSchema: z.strictObject({}),
  create: async (_config, { id }) => ({
    id, kind: "deadly", speaks: "chat", identity: {}, concurrency: 2, timeoutMs: 10_000, scope: "deadly",
    async ask(asks) {
      if (JSON.stringify(asks).includes("Number 17?")) process.kill(process.pid, "SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, 5));
      return asks.map(() => ({ ...answered({ text: "A", finish: "stop" }), facts: { totalMs: 5 } }));
    },
  }),
});
`;
