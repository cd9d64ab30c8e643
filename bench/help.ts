import { spawnSync } from "node:child_process";
import { builtCommand, requireBuilt } from "./built-command.ts";
import { median } from "./measured-command.ts";

const times = 21;

/** How long `vidimus --help` takes, beside an empty Node process: the difference is ours. */
export async function run(): Promise<void> {
  requireBuilt();
  const time = (args: readonly string[]) => {
    const startedAt = performance.now();
    spawnSync(process.execPath, args, { stdio: "ignore" });
    return performance.now() - startedAt;
  };
  const help: number[] = [];
  const empty: number[] = [];
  for (let i = 0; i < times; i++) {
    empty.push(time(["-e", ""]));
    help.push(time([builtCommand, "--help"]));
  }
  console.log(
    `vidimus --help: ${median(help).toFixed(0)} ms (${Math.min(...help).toFixed(0)}–${Math.max(...help).toFixed(0)}); node alone: ${median(empty).toFixed(0)} ms; median of ${times}, alternating`,
  );
}
