import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const page = readFileSync(
  fileURLToPath(new URL("../../docs/families/dialogue.md", import.meta.url)),
  "utf8",
);
const model = fileURLToPath(new URL("../reference/sentence-encoder/bert", import.meta.url));
const folder = temporaryFolder();

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    (match) => match[1]!,
  );
}

interface Printed {
  readonly tasks: readonly {
    readonly systems: readonly {
      readonly id: string;
      readonly metrics: Readonly<
        Record<string, { readonly value: number | null; readonly signature: string }>
      >;
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
  const [baselines, graders, tables] = blocks("yaml");

  it("has a configuration of baselines that runs", async () => {
    const score = await run(baselines!);
    for (const metric of ["F1", "precision", "recall", "jaccard_index"])
      expect(score("oracle", metric).value).toBe(1);
    expect(score("oracle", "METEOR").value).toBeCloseTo(1, 9);
    expect(score("silence", "F1").value).toBe(0);
    expect(score("two-seconds-late", "time_diff").value).toBeCloseTo(2, 9);
    for (const id of ["talk-always", "every-five-seconds", "half-dropped"])
      expect(score(id, "F1").value).toBeLessThan(1);
  });

  it("has one with a sentence encoder and a judge that runs, and says by what was compared", async () => {
    const score = await run(graders!);
    expect(score("oracle", "F1").value).toBe(1);
    expect(score("oracle", "F1").signature).toContain("sentence-encoder:all-MiniLM-L6-v2");
    expect(score("noisy", "judge_efficiency").value).toBe(5);
    expect(score("noisy", "judge_overall").value).toBe(4);
  });

  it("has one that lends METEOR synonyms, and runs", async () => {
    const score = await run(tables!);
    expect(score("noisy", "METEOR").signature).toMatch(
      /matchers:exact\+stem\+synonym.*synonyms:wordnet-3/,
    );
  });
});

describe("dialogue at the command line", () => {
  const video = (uid: string) => ({
    video_uid: uid,
    parsed_video_anns: { duration: 40 },
    conversations: ["no_talk", "talk_some", "talk_more"].map((user_type, at) => ({
      user_type,
      conversation: [5, 20].map((time) => ({
        role: "assistant",
        time: time + at,
        content: `Do step ${time} of ${uid} now, ${user_type}.`,
        labels: "",
      })),
    })),
  });
  const path = join(folder.path, "line");
  mkdirSync(join(path, "data/generated_dialogs"), { recursive: true });
  writeFileSync(
    join(path, "data/generated_dialogs/val_filtered.json"),
    JSON.stringify([video("T1"), { video_uid: "T2", conversations: 7 }, video("T3")]),
  );

  it.each([
    ["each", 6],
    ["first", 2],
    ["concatenate", 2],
  ])(
    "reads conversations: %s, and names a video that cannot be read beside the scores",
    async (conversations, count) => {
      writeFileSync(
        join(path, "vidimus.yaml"),
        `name: ${conversations}
tasks:
  - { id: val, family: dialogue, data: { format: proassist-folder, path: data }, options: { conversations: ${conversations} } }
systems: [{ kind: oracle }]
`,
      );
      const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: path });
      expect(status, stderr).toBe(0);
      const [task] = (
        JSON.parse(stdout) as {
          tasks: readonly { notes: readonly string[]; systems: readonly { n: number }[] }[];
        }
      ).tasks;
      expect(task!.systems[0]!.n).toBe(count);
      expect(task!.notes).toContainEqual(expect.stringMatching(/T2: left out: conversations is 7/));
      expect(stderr).toContain("T2: left out");
    },
  );

  it("names a pair that a table lacks, in full, and exports in few words", async () => {
    const text =
      "Fill the kettle with fresh cold water and put it on its base before you switch it on, "
        .repeat(3)
        .trim();
    const frame = (gen: string, ref: string) => ({ gen, ref, text_inputs: [] });
    mkdirSync(join(path, "results"), { recursive: true });
    for (const at of [0, 1, 2, 3])
      writeFileSync(
        join(path, `results/${at}.json`),
        JSON.stringify({
          video_id: `T${at}`,
          predictions: [frame("", ""), frame(text, `${text} Now.`), frame("", "")],
        }),
      );
    writeFileSync(join(path, "table.json"), JSON.stringify([["a", "b", 0.5]]));
    const score = [
      "score",
      "--family",
      "dialogue",
      "--format",
      "proassist-results",
      "--data",
      "results/",
      "--window=-30,30",
      "--zero-edge",
      "drop",
    ];
    const lacking = await cli([...score, "--similarity", "table.json", "--json"], { cwd: path });
    expect(lacking).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`no similarity of "${text}" and "${text} Now."`),
    });
    writeFileSync(join(path, "table.json"), JSON.stringify([[text, `${text} Now.`, 0.9]]));
    const scored = await cli([...score, "--similarity", "table.json", "--export", "proassist"], {
      cwd: path,
    });
    expect(scored.status, scored.stderr).toBe(0);
    expect(scored.stdout).toContain("table:table.json");
    expect(scored.stderr.match(/exported/g)).toHaveLength(1);
    expect(scored.stderr).toContain("exported 6 files below");
    mkdirSync(join(path, "other"), { recursive: true });
    writeFileSync(join(path, "other/table.json"), JSON.stringify([[text, `${text} Now.`, 0.1]]));
    const both = await cli(
      [...score, "--similarity", "table.json", "--second-similarity", "other/table.json", "--json"],
      { cwd: path },
    );
    const [task] = (JSON.parse(both.stdout) as Summary).tasks;
    const bySource = task!.systems[0]!.analyses.find(
      ({ id }) => id === "by-similarity-source",
    )!.data;
    const rows = bySource.kind === "table" ? bySource.rows.map(([name, , f1]) => [name, f1]) : [];
    expect(rows.slice(0, 2)).toEqual([
      [expect.stringMatching(/^table:table\.json@[0-9a-f]{8}$/), 1],
      [expect.stringMatching(/^table:table\.json@[0-9a-f]{8}$/), 0],
    ]);
    expect(rows[0]![0]).not.toBe(rows[1]![0]);
  });
});
