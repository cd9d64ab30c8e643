import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtCommand, requireBuilt } from "./built-command.ts";
import { startServer } from "./chat-server.ts";
import type { Asking } from "./instant-server.ts";
import { median } from "./measured-command.ts";
import { measuredProcess } from "./measured-process.ts";

const count = 3_200;
const questionsOfVideo = 10;
/** What one server can do: so many questions at once, so long each. */
const [capacity, delayMs] = [8, 100];
/** So many times as much is sent to a server at most; it lets the rest wait. */
const [concurrency, slower] = [16, 5];
const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);

interface Case {
  readonly name: string;
  /** How long the reply of each server takes, in milliseconds. */
  readonly delays: readonly number[];
}

const cases: readonly Case[] = [
  ...[1, 2, 4].map((servers) => ({
    name: String(servers),
    delays: Array.from({ length: servers }, () => delayMs),
  })),
  {
    name: `4, one ${slower} times slower`,
    delays: [delayMs, delayMs, delayMs, slower * delayMs],
  },
];

interface Measured {
  readonly seconds: number;
  /** From the first request to the last reply. */
  readonly asking: number;
  readonly requests: readonly number[];
  /** How many servers the questions about one video met, on average. */
  readonly serversOfVideo: number;
}

/**
 * A fixed number of questions at more and more servers, each in a process of its own: how much of
 * what the servers can do is used, start and report included, and how many servers see one video.
 */
export async function run(): Promise<void> {
  requireBuilt();
  const taken = cases.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, { delays }] of cases.entries()) taken[i]!.push(await measure(delays));
  console.log(
    `${count} questions about ${count / questionsOfVideo} videos; a server answers ${capacity} at once, ${delayMs} ms each`,
  );
  const widths = [10, 10, 12, 14, 18];
  const line = (name: string, cells: readonly string[]) =>
    console.log(name.padEnd(24) + cells.map((cell, i) => cell.padStart(widths[i]!)).join(""));
  line("servers", ["seconds", "of ideal", "asking, s", "of ideal", "servers/video"]);
  for (const [i, { name, delays }] of cases.entries()) {
    const of = (figure: (one: Measured) => number) => median(taken[i]!.map(figure));
    const perSecond = delays.reduce((sum, ms) => sum + (1_000 * capacity) / ms, 0);
    const share = (seconds: number) => `${((100 * count) / perSecond / seconds).toFixed(1)} %`;
    const [seconds, asking] = [of((one) => one.seconds), of((one) => one.asking)];
    line(name, [
      seconds.toFixed(2),
      share(seconds),
      asking.toFixed(2),
      share(asking),
      of(({ serversOfVideo }) => serversOfVideo).toFixed(2),
    ]);
    if (delays.length > 1) console.log(`  requests: ${taken[i]!.at(-1)!.requests.join(", ")}`);
  }
}

async function measure(delays: readonly number[]): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-pool-"));
  await using servers = new AsyncDisposableStack();
  try {
    const ports: number[] = [];
    for (const delay of delays) ports.push(servers.use(await startServer(delay, capacity)).port);
    writeProject(directory, ports);
    const { seconds, status, output } = await measuredProcess({
      command: process.execPath,
      args: [builtCommand, "run", "pool.yaml", "--json"],
      cwd: directory,
      env: { VIDIMUS_CACHE: join(directory, "cache") },
    });
    if (status !== 0) throw new Error(`the run ended with ${status}: ${output.slice(-2_000)}`);
    const seen = await Promise.all(ports.map(seenByServer));
    return {
      seconds,
      asking: Math.max(...seen.map((one) => one.seconds)),
      requests: seen.map(({ requests }) => requests),
      serversOfVideo: serversOfVideo(directory),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function writeProject(directory: string, ports: readonly number[]): void {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `q${i}`,
    group: `v${Math.floor(i / questionsOfVideo)}`,
    question: `What happens at moment ${i} of the recording?`,
    choices: ["it starts", "it stops", "it turns", "nothing"],
    answer: i % 4,
  }));
  writeFileSync(
    join(directory, "pool.jsonl"),
    rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  );
  const urls = ports.map((port) => `http://127.0.0.1:${port}/v1`);
  writeFileSync(
    join(directory, "pool.yaml"),
    `name: pool
tasks: [{ id: qa, family: multiple-choice, data: { path: pool.jsonl, media: none } }]
systems:
  - { id: model, kind: chat, provider: openai-compatible, baseUrl: ${JSON.stringify(urls)}, model: bench, maxTokens: 16, concurrency: ${concurrency} }
cache: { replies: false }
`,
  );
}

interface LogLine {
  readonly event: string;
  readonly key: string;
  readonly sample: string;
  readonly facts?: { readonly server?: string };
}

function serversOfVideo(directory: string): number {
  const [log] = globSync(join(directory, "runs", "*", "run.jsonl"));
  const lines = readFileSync(log!, "utf8")
    .split("\n")
    .filter((line) => line.startsWith('{"event":"reply"') || line.startsWith('{"event":"outcome"'))
    .map((line) => JSON.parse(line) as LogLine);
  const serverOf = new Map(
    lines.flatMap(({ event, key, facts }) =>
      event === "reply" ? [[key, facts?.server] as const] : [],
    ),
  );
  const known = new Map<number, Set<string | undefined>>();
  for (const { event, key, sample } of lines) {
    if (event !== "outcome") continue;
    const video = Math.floor(Number(sample.slice(1)) / questionsOfVideo);
    known.set(video, (known.get(video) ?? new Set()).add(serverOf.get(key)));
  }
  return [...known.values()].reduce((sum, servers) => sum + servers.size, 0) / known.size;
}

/** Since it was last asked. */
async function seenByServer(port: number): Promise<Asking> {
  const reply = await fetch(`http://127.0.0.1:${port}/asking`);
  return (await reply.json()) as Asking;
}
