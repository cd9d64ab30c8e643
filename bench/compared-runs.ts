import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../src/math/seeded-random.ts";
import { measuredCommand } from "./measured-command.ts";

export const comparedSamples = 100_000;

/** Makes two runs of a family with metrics of all kinds and ten slices; their directories. */
export function makeComparedRuns(folder: string): readonly string[] {
  const random = seededRandom(2, "bench");
  const questions: string[] = [];
  const answers: [string[], string[]] = [[], []];
  for (let i = 0; i < comparedSamples; i++) {
    const answer = Math.floor(5 * random());
    const id = `q${i}`;
    const choices = ["a", "b", "c", "d", "e"];
    questions.push(
      JSON.stringify({
        ...{ id, group: `v${i >> 2}`, question: `What happens ${i}?`, choices, answer },
        type: `type ${i % 10}`,
      }),
    );
    const ease = random();
    for (const [side, own] of answers.entries())
      own.push(
        JSON.stringify({
          ...{ id, choice: 0.7 * ease + 0.3 * random() < 0.5 + 0.01 * side ? answer : 0 },
        }),
      );
  }
  writeFileSync(join(folder, "qa.jsonl"), questions.join("\n"));
  return answers.map((own, side) => {
    writeFileSync(join(folder, `${side}.jsonl`), own.join("\n"));
    writeFileSync(
      join(folder, `${side}.yaml`),
      `name: bench
tasks: [{ id: qa, family: multiple-choice, data: { path: qa.jsonl } }]
systems: [{ id: model, kind: predictions, path: ${side}.jsonl }]
output: runs-${side}
`,
    );
    const { output } = measuredCommand(["run", `${side}.yaml`, "--json"], folder);
    return (JSON.parse(output) as { readonly directory: string }).directory;
  });
}
