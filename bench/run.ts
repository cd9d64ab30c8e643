import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredCommand } from "./measured-command.ts";
import { writeOracleRun } from "./oracle-questions.ts";

const sizes = [10_000, 100_000, 1_000_000];

/**
 * The oracle on many samples end to end (read, validate, ask, journal, score, report), and resuming
 * the finished run; growth at three sizes.
 */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  console.log("samples    line  first run                      resume finished     journal");
  try {
    for (const { count, padding } of [
      ...sizes.map((count) => ({ count, padding: 0 })),
      { count: 1_000_000, padding: 3_000 },
    ]) {
      const name = `n${count}-${padding}`;
      writeOracleRun(directory, name, {
        count,
        ...(padding === 0 ? {} : { system: longSystem(padding) }),
      });
      const first = measuredCommand(["run", `${name}.yaml`, "--json"], directory);
      const again = measuredCommand(["run", `${name}.yaml`, "--json"], directory);
      const run = (JSON.parse(first.output) as { directory: string }).directory;
      const bytes = statSync(join(run, "run.jsonl")).size;
      console.log(
        `${String(count).padStart(7)} ${(bytes / count).toFixed(0).padStart(5)} B  ${first.seconds.toFixed(1).padStart(5)} s ${Math.round(
          count / first.seconds,
        )
          .toString()
          .padStart(
            7,
          )}/s ${first.peakMb.toFixed(0).padStart(4)} MB   ${again.seconds.toFixed(2).padStart(5)} s ${again.peakMb.toFixed(0).padStart(4)} MB   ${(bytes / 1e6).toFixed(0)} MB`,
      );
      rmSync(run, { recursive: true });
      rmSync(join(directory, `${name}.jsonl`));
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** With padding, every answer carries a long explanation, as a chat model's would. */
function longSystem(padding: number): string {
  return `{ id: long, kind: constant, prediction: { choice: 0, explanation: ${"x".repeat(padding)} } }`;
}
