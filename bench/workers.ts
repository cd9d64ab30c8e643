import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { OutcomeEvent } from "../src/core/run/run-event.ts";
import type { RunHeader } from "../src/core/run/run-store.ts";
import type { SharedRunStore } from "../src/core/run/shared-run-store.ts";
import { workKey } from "../src/core/run/work.ts";
import { LogMirror } from "../src/evaluation/share/log-mirror.ts";
import { Database } from "../src/store/postgres/database.ts";
import { SharedRuns } from "../src/store/postgres/shared-runs.ts";
import { runStores } from "../src/store/run-stores.ts";
import { PostgresServer } from "../test/support/postgres-server.ts";
import { builtCommand, requireBuilt } from "./built-command.ts";
import { median } from "./measured-command.ts";

const samples = 4_800;
const delayMs = 100;
const concurrency = 8;
const rounds = 3;
const chunkSize = 50;

/**
 * A fixed amount of work of 100 ms asks, by one, two and four workers that are there already: how
 * long from the first outcome to the last, and how near that is to the same work shared out
 * perfectly. Then what taking, appending and ending cost the queue for each sample.
 */
export async function run(): Promise<void> {
  requireBuilt();
  await using server = await PostgresServer.start();
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-workers-"));
  try {
    writeProject(folder);
    let last = "";
    const times = new Map<number, number[]>([1, 2, 4].map((count) => [count, []]));
    for (let round = 0; round < rounds; round++)
      for (const [count, all] of times) {
        last = await server.database();
        all.push(await together(folder, last, count));
      }
    const alone = median(times.get(1)!);
    console.log(`${samples} samples, ${delayMs} ms each, ${concurrency} at a time per worker`);
    for (const [count, all] of times) {
      const seconds = median(all);
      const spread = `${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)}`;
      console.log(
        `${count} worker${count === 1 ? " " : "s"}: ${seconds.toFixed(2)} s (${spread}), efficiency ${(alone / (count * seconds)).toFixed(3)}`,
      );
    }
    await storageCost(last);
    await queueCost(await server.database());
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
}

function writeProject(folder: string): void {
  const rows = Array.from({ length: samples }, (_, i) =>
    JSON.stringify({
      ...{ id: `q${i}`, group: `v${Math.floor(i / 5)}`, question: `Number ${i}?` },
      ...{ choices: ["one", "two"], answer: 0 },
    }),
  );
  writeFileSync(join(folder, "questions.jsonl"), rows.join("\n"));
  writeFileSync(
    join(folder, "vidimus.yaml"),
    `name: bench
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl } }]
systems: [{ id: slow, kind: scripted, delayMs: ${delayMs}, concurrency: ${concurrency}, rules: [{ reply: A }] }]
cache: { replies: false }
`,
  );
}

/** Seconds between the first and the last outcome, and one ask before it. */
async function together(folder: string, url: string, count: number): Promise<number> {
  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [builtCommand, ...args], {
      ...{ cwd: folder, env: { ...process.env, VIDIMUS_STORE: url }, stdio: "ignore" },
    });
  const workers = Array.from({ length: count }, () => start("worker"));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const status = await ended(start("run", "--workers", "0", "--new"));
  if (status !== 0) throw new Error(`the run ended with ${status}`);
  for (const worker of workers) worker.kill("SIGTERM");
  await Promise.all(workers.map(ended));
  const newest = readdirSync(join(folder, "runs")).sort().at(-1)!;
  const log = readFileSync(join(folder, "runs", newest, "run.jsonl"), "utf8").split("\n");
  const times = log
    .filter((line) => line.startsWith('{"event":"outcome"'))
    .map((line) => (JSON.parse(line) as OutcomeEvent).at);
  if (times.length !== samples) throw new Error(`${times.length} outcomes instead of ${samples}`);
  return (Math.max(...times) - Math.min(...times) + delayMs) / 1_000;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", resolve));
}

/** What the database keeps of a sample that was asked once in plain text. */
async function storageCost(url: string): Promise<void> {
  await using database = await Database.open({ url });
  const [row] = await database.query<{ events: number; bytes: number }>(
    `SELECT count(*)::float AS events, pg_total_relation_size('vidimus.events')::float AS bytes
     FROM vidimus.events`,
  );
  const { events, bytes } = row!;
  console.log(
    `the database keeps ${(events / samples).toFixed(1)} events and ${(bytes / samples / 1_000).toFixed(2)} kB of a sample`,
  );
}

/** What one worker waits for the database, by sample, where it does nothing else. */
async function queueCost(url: string): Promise<void> {
  await using database = await Database.open({ url });
  const runs = new SharedRuns(database);
  const header: RunHeader = { schema: "vidimus-run/2", name: "b", spec: null, createdAt: 0 };
  await using store = await runs.open(await runs.create("b", header, "b"));
  const count = 400;
  await store.offer(
    Array.from({ length: count }, (_, i) => ({
      ...{ task: "t", system: "s", from: i * chunkSize, to: (i + 1) * chunkSize },
    })),
  );
  const spent = { claim: 0, append: 0, complete: 0 };
  const timed = async <T>(name: keyof typeof spent, work: Promise<T>) => {
    const from = performance.now();
    const result = await work;
    spent[name] += performance.now() - from;
    return result;
  };
  for (;;) {
    const request = { worker: "w", leaseMs: 60_000, most: 1, among: 1, without: [] };
    const claim = await timed("claim", store.claim(request));
    if (!claim) break;
    const { from } = claim.chunks[0]!;
    const events = Array.from({ length: chunkSize }, (_, i) => outcome(from + i));
    await timed("append", store.append(events, claim));
    await timed("complete", store.complete(claim));
  }
  await mirrorCost(store, count * chunkSize);
  const each = (ms: number) => (ms / (count * chunkSize)).toFixed(4);
  console.log(
    `per sample at ${chunkSize} a chunk: taking ${each(spent.claim)} ms, ending ${each(spent.complete)} ms, together ${each(spent.claim + spent.complete)} ms; appending its outcome ${each(spent.append)} ms`,
  );
}

/** How fast the coordinator copies the log. */
async function mirrorCost(shared: SharedRunStore, events: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-mirror-"));
  try {
    await using own = await runStores.create(join(folder, "run"), shared.header);
    const mirror = await LogMirror.open(shared, own, "b");
    const from = performance.now();
    await mirror.catchUp(new AbortController().signal);
    const seconds = (performance.now() - from) / 1_000;
    console.log(`the coordinator copies ${Math.round(events / seconds)} events per second`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function outcome(number: number): OutcomeEvent {
  const key = workKey("00c0ffee00c0ffee", number.toString(16).padStart(32, "0"));
  return {
    ...{ event: "outcome", key, attempt: 1, task: "t", system: "s", sample: `q${number}` },
    outcome: { kind: "answered", value: { choice: 0, text: "A".repeat(200) } },
    at: 0,
  };
}
