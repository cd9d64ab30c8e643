import { spawnSync } from "node:child_process";
import { builtCommand, requireBuilt } from "./built-command.ts";

export interface Measured {
  readonly seconds: number;
  /** Peak resident memory of the process, megabytes. */
  readonly peakMb: number;
  readonly status: number | null;
  readonly output: string;
}

const meter = new URL("./print-peak.ts", import.meta.url).href;

/** Runs the built command line in a process of its own and measures it from outside. */
export function measuredCommand(args: readonly string[], cwd: string): Measured {
  requireBuilt();
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", meter, builtCommand, ...args],
    {
      cwd,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const peakMb = Number(/peak-kb:(\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024;
  if (status !== 0) console.log(stderr.slice(-2_000));
  return { seconds, peakMb, status, output: stdout };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
