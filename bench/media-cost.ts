import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FrameRequest, MediaSource, Sampler } from "../src/core/data/media.ts";
import { DecodePool } from "../src/media/decode-pool.ts";
import { mediaSource } from "../src/media/media-source.ts";
import { median } from "./measured-command.ts";

const timeLimitMs = 120_000;

export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** A way to have frames, in one decoding process that is running already. */
export type Way = (pool: DecodePool) => Promise<void>;

const encoding: FrameRequest["encoding"] = { format: "jpeg", quality: 90, longestSide: 768 };

/** Every way so many times, in turn, and beside the first of them. */
export async function compareWays(
  ways: Readonly<Record<string, Way>>,
  rounds: number,
): Promise<ReadonlyMap<string, Cost>> {
  const found = new Map<string, Cost[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, way] of Object.entries(ways))
      found.set(name, [...(found.get(name) ?? []), await measure(way)]);
  const middle = new Map<string, Cost>();
  for (const [name, costs] of found)
    middle.set(name, {
      wall: median(costs.map(({ wall }) => wall)),
      cpu: median(costs.map(({ cpu }) => cpu)),
    });
  const [first] = middle.values();
  for (const [name, costs] of found) {
    const shown = (["wall", "cpu"] as const).map((of) => {
      const all = costs.map((cost) => cost[of]);
      const value = middle.get(name)![of];
      return `${value.toFixed(2).padStart(7)} s ${of} (${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)}), ${(value / first![of]).toFixed(2)}×`;
    });
    console.log(`${name.padEnd(24)}${shown.join("   ")}`);
  }
  return middle;
}

export async function inFreshCache(
  {
    path,
    sampler,
    pool,
  }: { readonly path: string; readonly sampler: Sampler; readonly pool: DecodePool },
  work: (source: MediaSource) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-cache-"));
  try {
    await work(
      mediaSource({
        root: dirname(path),
        request: { sampler, encoding },
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
async function measure(way: Way): Promise<Cost> {
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
export function cpuSeconds(): number {
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
