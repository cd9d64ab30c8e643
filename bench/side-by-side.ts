import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measured-command.ts";

/**
 * One contestant: does the job once and says how many CPU seconds it took; not a number where it
 * could not, and then it is not asked again.
 */
export interface Contestant {
  readonly name: string;
  run(): number | Promise<number>;
}

/**
 * Lets all contestants do the job in turn, several rounds, and prints medians, spreads and ratios
 * to the first, which is ours.
 */
export async function sideBySide(
  job: string,
  contestants: readonly Contestant[],
  rounds = 3,
): Promise<void> {
  const taken = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, contestant] of contestants.entries())
      if (!taken[i]!.some(Number.isNaN)) taken[i]!.push(await contestant.run());
  console.log(`\n${job}; CPU seconds, one thread; median of ${rounds}, alternating`);
  for (const [i, { name }] of contestants.entries()) {
    const seconds = taken[i]!;
    if (seconds.some(Number.isNaN)) continue;
    const spread = `${Math.min(...seconds).toFixed(3)}–${Math.max(...seconds).toFixed(3)}`;
    const ratio = median(seconds) / median(taken[0]!);
    console.log(
      `${name.padEnd(24)} ${median(seconds).toFixed(3).padStart(9)} s (${spread})  ${ratio.toFixed(2)}× ours`,
    );
  }
}

/** CPU seconds of a function in this process. */
export async function cpuSeconds(job: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await job();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * The Python of the peers' environment: named by `VIDIMUS_PEERS`, or where the benchmarks' notes
 * put it.
 */
export const peerPython =
  process.env.VIDIMUS_PEERS ?? join(tmpdir(), "vidimus-peers", "bin", "python");

/**
 * Runs a script of `bench/peers` that prints one JSON document on its last line; `undefined` where
 * there is no Python, or, said aloud, where it fails.
 */
export function askPeer<T>(script: string, args: readonly string[]): T | undefined {
  if (!existsSync(peerPython)) return undefined;
  const path = fileURLToPath(new URL(`./peers/${script}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(peerPython, [path, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status === 0) return JSON.parse(stdout.trim().split("\n").at(-1)!) as T;
  console.log(`peers/${script} ${args.join(" ")} failed: ${errorLine(stderr)}`);
  return undefined;
}

/** The line of Python's that says what was wrong: not the last one where a message has several. */
export function errorLine(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return lines.find((line) => /^[\w.]*(Error|Exception)\b/.test(line)) ?? lines.at(-1)!;
}
