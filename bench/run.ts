import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredCommand } from "./measured-command.ts";

const sizes = [10_000, 100_000, 1_000_000];

/** The oracle on many samples end to end (read, validate, ask, journal, score, report), and resuming the finished run; growth at three sizes. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  console.log("samples    line  first run                      resume finished     journal");
  try {
    for (const { count, padding } of [...sizes.map((count) => ({ count, padding: 0 })), { count: 1_000_000, padding: 3_000 }]) {
      const name = `n${count}-${padding}`;
      writeQuestions(join(directory, `${name}.jsonl`), count, padding);
      writeFileSync(join(directory, `${name}.yaml`), config(name, padding));
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

function writeQuestions(path: string, count: number, _padding: number): void {
  const file = openSync(path, "w");
  const types = ["causal", "temporal", "descriptive"];
  let text = "";
  for (let i = 0; i < count; i++) {
    const choices = [`roll the handle ${i % 97}`, "tap their feet", "strum the string", "hit with sticks", `pat with hand ${i % 89}`];
    text += `${JSON.stringify({ id: `video-${i}_q`, group: `video-${Math.floor(i / 5)}`, type: types[i % 3], question: `how do the two men play instrument number ${i}`, choices, answer: i % 5, video: `videos/${Math.floor(i / 5)}.mp4` })}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(file, text);
    text = "";
  }
  writeSync(file, text);
  closeSync(file);
}

/** With padding, every answer carries a long explanation, as a chat model's would. */
function config(name: string, padding: number): string {
  const system =
    padding === 0
      ? "{ id: oracle, kind: oracle }"
      : `{ id: long, kind: constant, prediction: { choice: 0, explanation: ${"x".repeat(padding)} } }`;
  return `name: ${name}\ntasks:\n  - id: qa\n    family: multiple-choice\n    data: { format: jsonl, path: ${name}.jsonl }\nsystems:\n  - ${system}\n`;
}
