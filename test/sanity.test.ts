import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Family } from "../src/core/family.ts";
import { families } from "../src/families/index.ts";
import { seededRandom } from "../src/math/seeded-random.ts";
import { checkSanity } from "../src/report/sanity.ts";
import { cli } from "./cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const streams = [0, 1, 2].map((number) => ({
  id: `stream-${number}`,
  duration: 120,
  turns: [
    { role: "user", seconds: 2, text: "I want to make tea." },
    { role: "assistant", seconds: 5, text: `Fill kettle number ${number} with fresh cold water.` },
    { role: "assistant", seconds: 50, text: `Now pour the boiling water over the leaves of pot ${number}.` },
    { role: "assistant", seconds: 100, text: `Well done, take out the leaves and enjoy cup ${number}.` },
  ],
}));

const lines = streams.map((row) => JSON.stringify(row)).join("\n");

const folder = temporaryFolder();
const vidimus = (args: readonly string[]) => cli(args, { cwd: folder.path });

describe("vidimus sanity", () => {
  it("passes where the truth reaches every ceiling, and says so criterion by criterion", async () => {
    const { status, stdout } = await vidimus(["sanity", folder.file("streams.jsonl", lines), "--family", "dialogue", "--json"]);
    const { passes, tasks } = JSON.parse(stdout) as {
      passes: boolean;
      tasks: { findings: { metric: string; scores: number[]; passes: boolean }[] }[];
    };
    expect(status).toBe(0);
    expect(passes).toBe(true);
    const scoreOf = (metric: string) => tasks[0]!.findings.find((one) => one.metric === metric)!.scores[0];
    for (const metric of ["precision", "recall", "F1", "jaccard_index"]) expect(scoreOf(metric)).toBe(1);
    expect(scoreOf("Bleu_4")).toBeCloseTo(1, 9);
  });

  it("fails with exit code 100 where a rule takes perfect pairs away, and names the pair and the rule", async () => {
    const { status, stdout } = await vidimus([
      "sanity",
      folder.file("streams.jsonl", lines),
      "--family",
      "dialogue",
      "--criteria",
      "proassist",
      "--zero-edge",
      "drop",
    ]);
    expect(status).toBe(100);
    expect(stdout).toMatch(/FAIL +F1/);
    expect(stdout).toMatch(/stream-0: frame \d+: "Fill kettle number 0 .*zeroEdge: drop/);
    expect(stdout).toMatch(/FAIL \d+ of \d+ criteria fail/);
  });

  it("asks nothing of mistakes that cannot be made: one utterance alone has no order", async () => {
    const one = JSON.stringify({ ...streams[0], turns: streams[0]!.turns.slice(0, 2) });
    const { status, stdout } = await vidimus(["sanity", folder.file("one.jsonl", one), "--family", "dialogue"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/PASS +swapped → F1 .*cannot happen on these samples/);
    expect(stdout).toContain("meanings compared by lexical");
  });

  it("compares meanings as the task does: by its encoder, and by words where its table knows other texts only", async () => {
    const encoder = fileURLToPath(new URL("reference/sentence-encoder/mpnet", import.meta.url));
    const data = folder.file("streams.jsonl", lines);
    const config = folder.file(
      "vidimus.yaml",
      `name: graded
tasks:
  - { id: kitchen, family: dialogue, data: { path: ${JSON.stringify(data)} }, graders: { similarity: meaning } }
systems: [{ id: oracle, kind: oracle }]
graders: [{ id: meaning, kind: sentence-encoder, path: ${JSON.stringify(encoder)} }]
`,
    );
    const byEncoder = await vidimus(["sanity", config]);
    expect(byEncoder.stdout).toMatch(/meanings compared by sentence-encoder:mpnet@[0-9a-f]{8};/);
    expect(byEncoder.stdout).toMatch(/PASS +F1 +1\.000/);
    expect(byEncoder.stdout).toMatch(/PASS +semantic_score/);
    const table = folder.file("table.json", JSON.stringify([["a", "b", 0.5]]));
    const byTable = await vidimus(["sanity", data, "--family", "dialogue", "--similarity", table]);
    expect(byTable.status, byTable.stderr).toBe(0);
    expect(byTable.stdout).toMatch(/not by table:table\.json@[0-9a-f]{8}, which cannot grade .* no similarity of "Fill kettle/);
    expect(byTable.stdout).toContain("meanings compared by lexical");
  });

  it("fails where samples show nothing, because not even the headline is defined on them", async () => {
    const { status, stdout } = await vidimus([
      "sanity",
      folder.file("silent.jsonl", JSON.stringify({ ...streams[0], turns: [] })),
      "--family",
      "dialogue",
    ]);
    expect(status).toBe(100);
    expect(stdout).toMatch(/FAIL +F1 +– +nothing: it is not defined/);
    expect(stdout).toMatch(/FAIL 1 of \d+ criteria fail/);
  });

  it("tells unknown criteria and options with the known ones", async () => {
    const data = folder.file("streams.jsonl", lines);
    expect(await vidimus(["sanity", data, "--family", "dialogue", "--criteria", "lenient"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("exact, proassist"),
    });
    expect(await vidimus(["sanity", data, "--family", "dialogue", "--zero-edg", "drop"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--zero-edge"),
    });
  });
});

describe.each(families.map((family): [string, Family] => [family.id, family]))("the sanity check of %s", (_, family) => {
  it("passes on the family's own examples", async () => {
    const samples = family.examples.flatMap((example) => example.samples);
    const unique = [...new Map(samples.map((sample) => [sample.id, sample])).values()];
    const many = unique.flatMap((sample) => Array.from({ length: 10 }, (_, i) => ({ ...sample, id: `${sample.id}/${i}` })));
    const findings = await checkSanity({
      family,
      options: family.optionsSchema.parse({}),
      samples: many,
      random: (key) => seededRandom(1, key),
    });
    expect(findings.filter(({ passes }) => !passes)).toEqual([]);
    expect(findings.length).toBeGreaterThan(family.degradations.length);
  });
});
