import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cli } from "./cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const page = readFileSync(fileURLToPath(new URL("../docs/families/dialogue.md", import.meta.url)), "utf8");
const model = fileURLToPath(new URL("reference/sentence-encoder/bert", import.meta.url));
const folder = temporaryFolder();

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map((match) => match[1]!);
}

interface Printed {
  readonly tasks: readonly {
    readonly systems: readonly {
      readonly id: string;
      readonly metrics: Readonly<Record<string, { readonly value: number | null; readonly signature: string }>>;
    }[];
  }[];
}

async function run(config: string) {
  const path = join(folder.path, `run-${config.length}`);
  mkdirSync(path);
  writeFileSync(join(path, "vidimus.yaml"), config);
  writeFileSync(join(path, "streams.jsonl"), blocks("json")[0]!);
  cpSync(model, join(path, "models/all-MiniLM-L6-v2"), { recursive: true });
  const { status, stdout, stderr } = await cli(["run", "vidimus.yaml", "--json"], { cwd: path });
  expect(status, stderr).toBe(0);
  const { systems } = (JSON.parse(stdout) as Printed).tasks[0]!;
  return (id: string, metric: string) => systems.find((one) => one.id === id)!.metrics[metric]!;
}

describe("the page about streaming dialogue", () => {
  const [baselines, graders] = blocks("yaml");

  it("has a configuration of baselines that runs", async () => {
    const score = await run(baselines!);
    for (const metric of ["F1", "precision", "recall", "jaccard_index"]) expect(score("oracle", metric).value).toBe(1);
    expect(score("oracle", "METEOR").value).toBeCloseTo(1, 9);
    expect(score("silence", "F1").value).toBe(0);
    expect(score("two-seconds-late", "time_diff").value).toBeCloseTo(2, 9);
    for (const id of ["talk-always", "every-five-seconds", "half-dropped"]) expect(score(id, "F1").value).toBeLessThan(1);
  });

  it("has one with a sentence encoder and a judge that runs, and says by what was compared", async () => {
    const score = await run(graders!);
    expect(score("oracle", "F1").value).toBe(1);
    expect(score("oracle", "F1").signature).toContain("sentence-encoder:all-MiniLM-L6-v2");
    expect(score("noisy", "judge_efficiency").value).toBe(5);
    expect(score("noisy", "judge_overall").value).toBe(4);
  });
});
