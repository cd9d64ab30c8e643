import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measured-command.ts";

/** One contestant: does the job once and says how many CPU seconds it took. */
export interface Contestant {
  readonly name: string;
  run(): number | Promise<number>;
}

/** Lets all contestants do the job in turn, several rounds, and prints medians, spreads and ratios to the first, which is ours. */
export async function sideBySide(job: string, contestants: readonly Contestant[], rounds = 3): Promise<void> {
  const taken = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round++) for (const [i, contestant] of contestants.entries()) taken[i]!.push(await contestant.run());
  console.log(`\n${job}; CPU seconds, one thread; median of ${rounds}, alternating`);
  for (const [i, { name }] of contestants.entries()) {
    const seconds = taken[i]!;
    const spread = `${Math.min(...seconds).toFixed(3)}–${Math.max(...seconds).toFixed(3)}`;
    const ratio = median(seconds) / median(taken[0]!);
    console.log(`${name.padEnd(24)} ${median(seconds).toFixed(3).padStart(9)} s (${spread})  ${ratio.toFixed(2)}× ours`);
  }
}

/** CPU seconds of a function in this process. */
export async function cpuSeconds(job: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await job();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The Python of the peers' environment: named by `VIDIMUS_PEERS`, or where the benchmarks' notes put it. */
export const peerPython = process.env.VIDIMUS_PEERS ?? join(tmpdir(), "vidimus-peers", "bin", "python");

/** Runs a script of `bench/peers` that prints one JSON document on its last line; `undefined`, said aloud, where it cannot run. */
export function askPeer<T>(script: string, args: readonly string[]): T | undefined {
  if (!existsSync(peerPython)) {
    console.log(`no peer: make a Python environment with what bench/peers/${script} names, and name its python as VIDIMUS_PEERS`);
    return undefined;
  }
  const path = fileURLToPath(new URL(`./peers/${script}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(peerPython, [path, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === 0) return JSON.parse(stdout.trim().split("\n").at(-1)!) as T;
  console.log(`peers/${script} ${args.join(" ")} failed: ${stderr.trim().split("\n").at(-1)}`);
  return undefined;
}
