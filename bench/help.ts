import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./measured-command.ts";

const bin = fileURLToPath(new URL("../dist/program/main.js", import.meta.url));
const times = 21;

/** How long `vidimus --help` takes, beside an empty Node process: the difference is ours. */
export async function run(): Promise<void> {
  const time = (args: readonly string[]) => {
    const startedAt = performance.now();
    spawnSync(process.execPath, args, { stdio: "ignore" });
    return performance.now() - startedAt;
  };
  const help: number[] = [];
  const empty: number[] = [];
  for (let i = 0; i < times; i++) {
    empty.push(time(["-e", ""]));
    help.push(time([bin, "--help"]));
  }
  console.log(
    `vidimus --help: ${median(help).toFixed(0)} ms (${Math.min(...help).toFixed(0)}–${Math.max(...help).toFixed(0)}); node alone: ${median(empty).toFixed(0)} ms; median of ${times}, alternating`,
  );
}
