import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { FrameRequest, MediaSource } from "../src/core/data/media.ts";
import { DecodePool } from "../src/media/decode-pool.ts";
import { mediaSource } from "../src/media/media-source.ts";
import { median } from "./measured-command.ts";
import { longVideo } from "./media-memory.ts";

const rounds = 5;
const questions = 10;
const request: FrameRequest = {
  sampler: { strategy: "uniform", count: 8 },
  encoding: { format: "jpeg", quality: 90, longestSide: 768 },
};
const timeLimitMs = 120_000;

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/**
 * Ten questions about one video beside one question, and beside decoding for each: 8 frames of
 * 1080p, a fresh cache, one process.
 */
export async function run(): Promise<void> {
  const path = longVideo(1);
  const found = new Map<string, Cost[]>();
  const ways: Readonly<Record<string, (pool: DecodePool) => Promise<void>>> = {
    "one question": (pool) => inFreshCache(path, pool, (source) => ask(source, path)),
    "ten at once": (pool) =>
      inFreshCache(
        path,
        pool,
        async (source) => void (await Promise.all(times(() => ask(source, path)))),
      ),
    "ten in turn": (pool) => inFreshCache(path, pool, (source) => inTurn(() => ask(source, path))),
    "ten decodes": (pool) => inTurn(() => inFreshCache(path, pool, (source) => ask(source, path))),
  };
  for (let round = 0; round < rounds; round++)
    for (const [name, way] of Object.entries(ways))
      found.set(name, [...(found.get(name) ?? []), await measure(way)]);
  const middle = (name: string, of: keyof Cost) => median(found.get(name)!.map((cost) => cost[of]));
  console.log(
    `8 frames of a minute of 1080p H.264 through the media source; median of ${rounds}, alternating`,
  );
  for (const name of found.keys()) {
    const [wall, cpu] = [middle(name, "wall"), middle(name, "cpu")];
    const ratio = (of: keyof Cost, value: number) =>
      `${(value / middle("one question", of)).toFixed(2)}× one`.padStart(12);
    console.log(
      `${name.padEnd(14)} ${wall.toFixed(2).padStart(6)} s wall${ratio("wall", wall)} ${cpu.toFixed(2).padStart(7)} s CPU${ratio("cpu", cpu)}`,
    );
  }
  for (const name of ["ten at once", "ten in turn"])
    console.log(
      `${name}: ${(middle("ten decodes", "wall") / middle(name, "wall")).toFixed(1)}× less wall, ${(middle("ten decodes", "cpu") / middle(name, "cpu")).toFixed(1)}× less CPU than decoding for each`,
    );
}

/** What a system does that is shown the frames. */
async function ask(source: MediaSource, path: string): Promise<void> {
  const { signal } = new AbortController();
  const [outcome] = await source.look({ kind: "video", path: basename(path) }, [{}], { signal });
  if (outcome?.kind !== "answered") throw new Error(outcome?.reason);
  await Promise.all(outcome.value.frames.map((frame) => source.bytes(frame)));
}

async function inFreshCache(
  path: string,
  pool: DecodePool,
  work: (source: MediaSource) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-cache-"));
  try {
    await work(
      mediaSource({
        root: dirname(path),
        request,
        cache: { directory, maxBytes: 1e9 },
        timeLimitMs,
        decoder: "bench",
        pool,
      }),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * The process is started beforehand, by a picture that is not there: its start would hide what
 * questions cost.
 */
async function measure(way: (pool: DecodePool) => Promise<void>): Promise<Cost> {
  await using pool = new DecodePool({ processes: 1, timeLimitMs });
  await pool.run(
    { work: "probe", kind: "image", path: "none", name: "none" },
    new AbortController().signal,
  );
  const before = cpuSeconds();
  const startedAt = performance.now();
  await way(pool);
  return { wall: (performance.now() - startedAt) / 1000, cpu: cpuSeconds() - before };
}

/**
 * Of this process and of its children that are alive, from /proc in hundredths; of this process
 * alone where there is none.
 */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + children().reduce((sum, pid) => sum + childSeconds(pid), 0);
}

function children(): readonly string[] {
  try {
    return readdirSync("/proc/self/task").flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
    );
  } catch {
    return [];
  }
}

function childSeconds(pid: string): number {
  // User and system time are fields 14 and 15; the name before them may hold spaces but ends with a
  // bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function inTurn(work: () => Promise<void>): Promise<void> {
  for (let time = 0; time < questions; time++) await work();
}

function times(work: () => Promise<void>): readonly Promise<void>[] {
  return Array.from({ length: questions }, work);
}
