import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const types = ["causal", "temporal", "descriptive"];

/**
 * Writes multiple-choice questions, five to a video, and a configuration that has the oracle answer
 * them, or another system.
 */
export function writeOracleRun(
  directory: string,
  name: string,
  { count, system = "{ id: oracle, kind: oracle }" }: OracleRun,
): void {
  writeLines(join(directory, `${name}.jsonl`), count, question);
  const data = `data: { format: jsonl, path: ${name}.jsonl }`;
  const text = `name: ${name}\ntasks:\n  - id: qa\n    family: multiple-choice\n    ${data}\nsystems:\n  - ${system}\n`;
  writeFileSync(join(directory, `${name}.yaml`), text);
}

interface OracleRun {
  readonly count: number;
  readonly system?: string;
}

function question(i: number): object {
  const video = Math.floor(i / 5);
  return {
    id: `video-${i}_q`,
    group: `video-${video}`,
    type: types[i % 3],
    question: `how do the two men play instrument number ${i}`,
    choices: [
      `roll the handle ${i % 97}`,
      "tap their feet",
      "strum the string",
      "hit with sticks",
      `pat with hand ${i % 89}`,
    ],
    answer: i % 5,
    video: `videos/${video}.mp4`,
  };
}

/** Answers to the same questions, three of four of them right. */
export function writeAnswers(path: string, count: number): void {
  writeLines(path, count, (i) => ({
    id: `video-${i}_q`,
    choice: i % 4 === 0 ? (i + 1) % 5 : i % 5,
  }));
}

function writeLines(path: string, count: number, row: (i: number) => object): void {
  const file = openSync(path, "w");
  let text = "";
  for (let i = 0; i < count; i++) {
    text += `${JSON.stringify(row(i))}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(file, text);
    text = "";
  }
  writeSync(file, text);
  closeSync(file);
}
