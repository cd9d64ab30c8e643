import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../src/core/user-error.ts";
import type { Summary } from "../src/summary/summary.ts";
import { requireBuilt } from "./built-command.ts";
import { startServer } from "./chat-server.ts";
import {
  askAgainByVidimus,
  askBarely,
  askByInspect,
  askByLmms,
  askByPromptfoo,
  askByVidimus,
  type EngineJob,
  enginePeers,
} from "./engine-contenders.ts";
import type { Asking } from "./instant-server.ts";
import { makeImages } from "./make-images.ts";
import { median } from "./measured-command.ts";
import type { MeasuredProcess } from "./measured-process.ts";

/** Peers take minutes for more than the first. */
const [fewer, more] = [2_000, 20_000];
const concurrency = 64;
/** JPEG files of about 10 kB, which some peers send as they are. */
const imageSize = { width: 120, height: 80 };
/** Everybody asks in turn, so many times; medians are shown. */
const rounds = 3;
/**
 * What is asked with, and how long the server takes; `VIDIMUS_BENCH_CASES=text:0,text:100` takes
 * only some, `VIDIMUS_BENCH_PEERS=promptfoo` only some peers.
 */
const cases = (process.env.VIDIMUS_BENCH_CASES ?? "text:0,text:100,frames:0,frames:100").split(",");
const wantedPeers = (process.env.VIDIMUS_BENCH_PEERS ?? Object.keys(enginePeers).join(","))
  .split(",")
  .filter((name) => name !== "");

/**
 * Whole runs against a local chat server that answers at once, and one that takes 100 ms, 64
 * requests at a time: samples per second, CPU time and peak memory of the command, start included,
 * beside promptfoo, inspect_ai and lmms-eval where they are installed. The server has a process of
 * its own, and tells how long it was asked, how often and by how many bytes: what is left of the
 * whole is start, scores and report. On a machine that has other work, CPU time is the figure to
 * trust.
 */
export async function run(): Promise<void> {
  const peers = installedPeers();
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-engine-"));
  try {
    for (const [kind, delay] of cases.map((one) => one.split(":"))) {
      const images =
        kind === "frames" ? await makeImages(join(directory, "images"), imageSize) : [];
      const delayMs = Number(delay);
      await using server = await startServer(delayMs);
      const what = images.length > 0 ? "8 cached frames of about 10 kB" : "text only";
      console.log(`\nserver ${delayMs} ms, ${what}, concurrency ${concurrency}`);
      const job = { directory, port: server.port, images, count: fewer, concurrency };
      await compare(job, delayMs, peers);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** What was asked for is checked before anything runs; peers that are not there are said once. */
function installedPeers(): readonly string[] {
  requireBuilt();
  const wrongCase = cases.find((one) => !/^(text|frames):\d+$/.test(one));
  if (wrongCase !== undefined)
    throw new UserError(
      `VIDIMUS_BENCH_CASES has "${wrongCase}"`,
      "cases are text:MS and frames:MS, MS being the server's milliseconds",
    );
  const unknown = wantedPeers.find((name) => !Object.hasOwn(enginePeers, name));
  if (unknown !== undefined)
    throw new UserError(
      `VIDIMUS_BENCH_PEERS has "${unknown}"`,
      `there are ${Object.keys(enginePeers).join(", ")}`,
    );
  return wantedPeers.filter((name) => {
    const { path, hint } = enginePeers[name]!;
    if (!existsSync(path)) console.log(`${name}: not installed; ${hint}`);
    return existsSync(path);
  });
}

interface Row extends MeasuredProcess {
  /** Load of the machine, one minute's mean, when the run began. */
  readonly load: number;
  /** As the server saw it: without start, scores and report. */
  readonly asking: Asking;
}

interface Contender {
  readonly name: string;
  readonly count: number;
  /** One round is enough: it takes longer than all others together. */
  readonly isSlow?: boolean;
  ask(): Promise<MeasuredProcess>;
}

async function compare(job: EngineJob, delayMs: number, peers: readonly string[]): Promise<void> {
  const large = { ...job, count: more };
  const all: readonly Contender[] = [
    { name: "vidimus", count: fewer, ask: () => askByVidimus(job) },
    { name: "  replies cached", count: fewer, ask: () => askAgainByVidimus(job) },
    { name: "promptfoo", count: fewer, ask: () => askByPromptfoo(job) },
    { name: "inspect_ai", count: fewer, isSlow: true, ask: () => askByInspect(job) },
    { name: "lmms-eval", count: fewer, isSlow: true, ask: () => askByLmms(job) },
    ...(job.images.length > 0
      ? []
      : [
          { name: bare, count: fewer, ask: () => askBarely(job) },
          { name: "vidimus", count: more, isSlow: delayMs > 0, ask: () => askByVidimus(large) },
          { name: bare, count: more, isSlow: delayMs > 0, ask: () => askBarely(large) },
        ]),
    ...(job.images.length > 0 || delayMs > 0
      ? []
      : [{ name: "promptfoo", count: more, isSlow: true, ask: () => askByPromptfoo(large) }]),
  ];
  const contenders = all.filter(
    ({ name }) => name === "vidimus" || name === bare || isCached(name) || peers.includes(name),
  );
  // Frames are decoded once, outside the figures.
  if (job.images.length > 0) await askByVidimus(job);
  await seenByServer(job.port);
  const taken = contenders.map((): Row[] => []);
  let split = "";
  for (let round = 0; round < rounds; round++)
    for (const [i, { name, count, ask, isSlow }] of contenders.entries()) {
      if (isSlow && round > 0) continue;
      process.stderr.write(`round ${round + 1}: ${name.trim()}, ${count} samples\n`);
      const load = loadavg()[0]!;
      const measured = await ask();
      const asking = await seenByServer(job.port);
      if (measured.status !== 0) continue;
      taken[i]!.push({ ...measured, load, asking });
      if (!isCached(name) && asking.requests !== count)
        console.log(`${name} made ${asking.requests} requests for ${count} samples`);
      if (name === "vidimus") split = timeSplit(measured.output);
    }
  print(contenders, taken, delayMs);
  console.log(`where a sample's time went, mean ms: ${split}`);
}

/** Asks and reads, and does nothing else. */
const bare = "bare loop";

/** Whether the replies come from an earlier run, not from the server. */
const isCached = (name: string) => name.startsWith(" ");

function print(
  contenders: readonly Contender[],
  taken: readonly (readonly Row[])[],
  delayMs: number,
): void {
  const widths = [11, 10, 10, 16, 10, 10, 8, 11, 14];
  const line = (name: string, cells: readonly string[]) =>
    console.log(name.padEnd(26) + cells.map((cell, i) => cell.padStart(widths[i]!)).join(""));
  const ofIdealTitles = delayMs > 0 ? ["of ideal", "while asking"] : [];
  line("", [
    "samples/s",
    "seconds",
    "asking",
    "CPU ms/sample",
    "peak MB",
    "kB each",
    "load",
    ...ofIdealTitles,
  ]);
  const middles = contenders.map(({ count }, i) => middleOf(taken[i]!, count));
  for (const [i, middle] of middles.entries()) {
    if (!middle) continue;
    const { name, count } = contenders[i]!;
    const { seconds, asking, cpuMs, peakMb, kilobytes, load } = middle;
    const ifAsked = (figure: string) => (isCached(name) ? "" : figure);
    // In whole rounds: the last 16 of 2,000 samples take as long as 64 do.
    const idealSeconds = (Math.ceil(count / concurrency) * delayMs) / 1000;
    const ofIdeal = (taken: number) => ifAsked(`${((100 * idealSeconds) / taken).toFixed(1)} %`);
    const shares = delayMs > 0 ? [ofIdeal(seconds), ofIdeal(asking)] : [];
    const figures = [
      (count / seconds).toFixed(0),
      seconds.toFixed(2),
      ifAsked(asking.toFixed(2)),
      cpuMs.toFixed(2),
      peakMb.toFixed(0),
    ];
    line(`${name.padEnd(18)} ${count}`, [
      ...figures,
      ifAsked(kilobytes.toFixed(1)),
      load.toFixed(1),
      ...shares,
    ]);
  }
  printRatios(contenders, middles);
}

type Middle = NonNullable<ReturnType<typeof middleOf>>;

function printRatios(
  contenders: readonly Contender[],
  middles: readonly (Middle | undefined)[],
): void {
  for (const [i, { name, count }] of contenders.entries()) {
    const theirs = middles[i];
    const ours =
      middles[contenders.findIndex((other) => other.name === "vidimus" && other.count === count)];
    if (name === "vidimus" || name === bare || isCached(name) || !ours || !theirs) continue;
    const times = (figure: "cpuMs" | "seconds" | "asking") =>
      (theirs[figure] / ours[figure]).toFixed(1);
    console.log(
      `vidimus against ${name}, ${count} samples: ${times("seconds")} × by samples per second, ${times("asking")} × while asking, ${times("cpuMs")} × by CPU time`,
    );
  }
}

/** Medians of each figure; `undefined` where there is none. */
function middleOf(rows: readonly Row[], count: number) {
  if (rows.length === 0) return undefined;
  const of = (figure: (row: Row) => number) => median(rows.map(figure));
  return {
    seconds: of(({ seconds }) => seconds),
    cpuMs: of(({ cpuSeconds }) => (1000 * cpuSeconds) / count),
    peakMb: of(({ peakMb }) => peakMb),
    load: of(({ load }) => load),
    asking: of(({ asking }) => asking.seconds),
    kilobytes: of(({ asking }) => asking.bytes / asking.requests / 1000),
  };
}

/** As the report tells it: frames, waiting for a place, the request. */
function timeSplit(summary: string): string {
  const { tasks } = JSON.parse(summary) as Pick<Summary, "tasks">;
  const times = tasks[0]?.systems[0]?.resources?.times ?? {};
  return Object.entries(times)
    .map(([part, { mean }]) => `${part} ${mean.toFixed(1)}`)
    .join(", ");
}

/** Since it was last asked. */
async function seenByServer(port: number): Promise<Asking> {
  const reply = await fetch(`http://127.0.0.1:${port}/asking`);
  return (await reply.json()) as Asking;
}
