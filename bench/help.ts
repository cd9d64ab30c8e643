import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtCommand, requireBuilt } from "./built-command.ts";
import { median } from "./measured-command.ts";
import { type MeasuredProcess, measuredProcess } from "./measured-process.ts";
import { writeOracleRun } from "./oracle-questions.ts";

const times = 15;
const source = fileURLToPath(new URL("../src/cli/bin.js", import.meta.url));

const commands: Readonly<Record<string, readonly string[]>> = {
  "--help": ["--help"],
  "--version": ["--version"],
  "list families": ["list", "families"],
  "check, one line": ["check", "one.jsonl", "--family", "multiple-choice"],
  "run, one sample": ["run", "one.yaml", "--new", "--json"],
};

/**
 * How long small commands take, built and from source, beside an empty Node process: the rest is
 * ours. All alternate, with a cache of their own.
 */
export async function run(): Promise<void> {
  requireBuilt();
  const directory = mkdtempSync(join(tmpdir(), "vidimus-help-"));
  try {
    writeOracleRun(directory, "one", { count: 1 });
    const cases = [
      { name: "node -e 0", args: ["-e", "0"] },
      ...Object.entries(commands).flatMap(([name, args]) => [
        { name: `${name}, built`, args: [builtCommand, ...args] },
        { name: `${name}, source`, args: [source, ...args] },
      ]),
    ];
    const env = { VIDIMUS_CACHE: join(directory, "cache") };
    const measured = new Map<string, MeasuredProcess[]>();
    // The first round fills the cache of compiled code.
    for (let round = 0; round <= times; round++)
      for (const { name, args } of cases) {
        const one = await measuredProcess({ command: process.execPath, args, cwd: directory, env });
        if (round > 0) measured.set(name, [...(measured.get(name) ?? []), one]);
      }
    for (const [name, all] of measured) console.log(line(name, all));
    console.log(`medians of ${times}, alternating; CPU is user and system time`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function line(name: string, all: readonly MeasuredProcess[]): string {
  const ms = (seconds: number) => `${(seconds * 1000).toFixed(0)} ms`.padStart(8);
  const walls = all.map(({ seconds }) => seconds);
  const cpu = median(all.map(({ cpuSeconds }) => cpuSeconds));
  return `${name.padEnd(26)}${ms(median(walls))} (${ms(Math.min(...walls)).trim()} at best), CPU ${ms(cpu).trim()}`;
}
