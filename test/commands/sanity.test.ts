import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { nothingLent } from "../../src/core/family/lent.ts";
import type { Family } from "../../src/core/family.ts";
import { families } from "../../src/families/index.ts";
import { seededRandom } from "../../src/math/seeded-random.ts";
import { checkSanity } from "../../src/scoring/sanity.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const streams = [0, 1, 2].map((number) => ({
  id: `stream-${number}`,
  duration: 120,
  turns: [
    { role: "user", seconds: 2, text: "I want to make tea." },
    { role: "assistant", seconds: 5, text: `Fill kettle number ${number} with fresh cold water.` },
    {
      role: "assistant",
      seconds: 50,
      text: `Now pour the boiling water over the leaves of pot ${number}.`,
    },
    {
      role: "assistant",
      seconds: 100,
      text: `Well done, take out the leaves and enjoy cup ${number}.`,
    },
  ],
}));

const lines = streams.map((row) => JSON.stringify(row)).join("\n");

const folder = temporaryFolder();
const vidimus = (args: readonly string[]) => cli(args, { cwd: folder.path });

describe("vidimus sanity of a matrix", () => {
  interface Checked {
    readonly passes: boolean;
    readonly tasks: readonly {
      readonly task: string;
      readonly rows?: readonly string[];
      readonly findings: readonly { readonly passes: boolean }[];
    }[];
  }
  const config = (rows: string) => `name: rules
tasks: [{ id: talk, family: dialogue, data: { path: streams.jsonl } }, { id: short, family: dialogue, data: { path: streams.jsonl }, options: { window: "-5s,5s" } }]
systems: [{ kind: oracle }]
matrix:
${rows}
`;
  const rows = `  - { name: plain }
  - { name: asked, set: { "tasks.talk.options.askEverySeconds": 2 } }
  - { name: other-system, set: { seed: 1 } }
  - { name: dropping, set: { "tasks.talk.options.zeroEdge": drop } }`;

  it("checks every variant of a task once, with the rows that have it", async () => {
    folder.file("streams.jsonl", lines);
    const path = folder.file("matrix.yaml", config(rows));
    const { status, stdout } = await vidimus(["sanity", path, "--json"]);
    const { passes, tasks } = JSON.parse(stdout) as Checked;
    const variants = tasks.map(({ task, rows: own, findings }) => [
      task,
      own,
      findings.every((finding) => finding.passes),
    ]);
    expect(variants).toEqual([
      ["talk", ["plain", "other-system"], true],
      ["short", ["plain", "asked", "other-system", "dropping"], true],
      ["talk", ["asked"], true],
      ["talk", ["dropping"], false],
    ]);
    expect([status, passes]).toEqual([100, false]);
  });

  it("names rows where not all are alike, and none where all are", async () => {
    folder.file("streams.jsonl", lines);
    const { stdout } = await vidimus(["sanity", folder.file("matrix.yaml", config(rows))]);
    expect(stdout.match(/^(?:talk|short).*3 samples$/gm)).toEqual([
      'talk (rows "plain", "other-system") · dialogue · 3 samples',
      "short · dialogue · 3 samples",
      'talk (row "asked") · dialogue · 3 samples',
      'talk (row "dropping") · dialogue · 3 samples',
    ]);
  });

  it("names the row whose data is not there", async () => {
    folder.file("streams.jsonl", lines);
    const path = folder.file(
      "matrix.yaml",
      config(
        `  - { name: plain }\n  - { name: lost, set: { "tasks.talk.data.path": nowhere.jsonl } }`,
      ),
    );
    const { status, stderr } = await vidimus(["sanity", path]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/row "lost", task "talk": .*nowhere\.jsonl/);
  });
});

describe("vidimus sanity", () => {
  it("passes where the truth reaches every ceiling, and says so criterion by criterion", async () => {
    const { status, stdout } = await vidimus([
      "sanity",
      folder.file("streams.jsonl", lines),
      "--family",
      "dialogue",
      "--json",
    ]);
    const { passes, tasks } = JSON.parse(stdout) as {
      passes: boolean;
      tasks: { findings: { metric: string; scores: number[]; passes: boolean }[] }[];
    };
    expect(status).toBe(0);
    expect(passes).toBe(true);
    const scoreOf = (metric: string) =>
      tasks[0]!.findings.find((one) => one.metric === metric)!.scores[0];
    for (const metric of ["precision", "recall", "F1", "jaccard_index"])
      expect(scoreOf(metric)).toBe(1);
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

  it("never passes a score that is not defined, under criteria that name it", async () => {
    const data = folder.file("streams.jsonl", lines);
    const args = ["sanity", data, "--family", "dialogue", "--criteria", "proassist"];
    const { status, stdout } = await vidimus([...args, "--option", "threshold=1"]);
    expect(status).toBe(100);
    expect(stdout).toMatch(/FAIL +F1 +0 /);
    expect(stdout).toMatch(/FAIL +Bleu_4 +– +>= 0\.95/);
    expect(stdout).toMatch(/Bleu_4.*:\n +not defined on these samples/);
    expect(stdout).not.toMatch(/PASS +(?:Bleu_4|CIDEr|METEOR)/);
  });

  it("checks the samples and the split that are named, and no others", async () => {
    const data = folder.file("streams.jsonl", lines);
    const all = ["sanity", data, "--family", "dialogue", "--json"];
    const countIn = async (...args: readonly string[]) =>
      (JSON.parse((await vidimus([...all, ...args])).stdout) as { tasks: { samples: number }[] })
        .tasks[0]!.samples;
    expect(await countIn("--id", "stream-0,stream-1")).toBe(2);
    const split = folder.file(
      "split.jsonl",
      lines
        .split("\n")
        .map((line, at) => JSON.stringify({ ...JSON.parse(line), split: at < 1 ? "val" : "test" }))
        .join("\n"),
    );
    all[1] = split;
    expect(await countIn("--split", "val")).toBe(1);
    const checked = ["check", split, "--family", "dialogue", "--json", "--split", "val"];
    const { stdout } = await vidimus(checked);
    expect((JSON.parse(stdout) as { tasks: unknown[] }).tasks).toMatchObject([{ samples: 1 }]);
    const { stdout: one } = await vidimus([
      "check",
      data,
      ...checked.slice(2, 5),
      "--id",
      "stream-1",
    ]);
    expect((JSON.parse(one) as { tasks: unknown[] }).tasks).toMatchObject([{ samples: 1 }]);
  });

  it("decides by the least scores alone under criteria of the family, and only shows what else it looks at", async () => {
    const data = folder.file("streams.jsonl", lines);
    const loose = ["sanity", data, "--family", "dialogue", "--option", "threshold=null"];
    const exact = await vidimus(loose);
    expect(exact.status).toBe(100);
    expect(exact.stdout).toMatch(/FAIL +word-noise → F1/);
    expect(exact.stdout).toMatch(/FAIL 2 of \d+ criteria fail, 0 samples crash or are lost/);
    const { status, stdout } = await vidimus([...loose, "--criteria", "proassist"]);
    expect(status).toBe(0);
    expect(stdout).toContain(
      "criteria proassist: these targets decide, and that no sample crashes; the rest is only shown",
    );
    expect(stdout).toContain("The truth made worse, step by step (only shown)");
    expect(stdout).toMatch(/fails +word-noise → F1/);
    expect(stdout).toMatch(/holds +dropped → recall/);
    expect(stdout).not.toContain("FAIL");
    expect(stdout).toMatch(/PASS all 7 criteria hold/);
    const { passes, tasks } = JSON.parse(
      (await vidimus([...loose, "--criteria", "proassist", "--json"])).stdout,
    ) as {
      passes: boolean;
      tasks: { findings: { kind: string; metric: string; passes: boolean; decides: boolean }[] }[];
    };
    expect(passes).toBe(true);
    expect(tasks[0]!.findings.filter(({ decides }) => decides).map(({ metric }) => metric)).toEqual(
      ["F1", "precision", "recall", "jaccard_index", "Bleu_4", "CIDEr", "METEOR"],
    );
    expect(tasks[0]!.findings.some((finding) => !finding.decides && !finding.passes)).toBe(true);
  });

  it("explains a least score that the samples themselves do not allow", async () => {
    const short = JSON.stringify({
      id: "short",
      duration: 20,
      turns: [{ role: "assistant", seconds: 5, text: "Yes" }],
    });
    const data = folder.file("short.jsonl", short);
    const { status, stdout } = await vidimus([
      "sanity",
      data,
      "--family",
      "dialogue",
      "--criteria",
      "proassist",
    ]);
    expect(status).toBe(100);
    expect(stdout).toMatch(
      /Bleu_4:\n +even the truth reaches no more than 0\.0000316\d* on these samples/,
    );
    expect(stdout).toMatch(/FAIL 2 of 7 criteria fail/);
  });

  it("asks nothing of mistakes that cannot be made: one utterance alone has no order", async () => {
    const one = JSON.stringify({ ...streams[0], turns: streams[0]!.turns.slice(0, 2) });
    const { status, stdout } = await vidimus([
      "sanity",
      folder.file("one.jsonl", one),
      "--family",
      "dialogue",
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/PASS +swapped → F1 .*cannot happen on these samples/);
    expect(stdout).toContain("meanings compared by lexical");
  });

  function graded(grader: string, task = "graders: { similarity: meaning }"): string {
    const data = folder.file("streams.jsonl", lines);
    return folder.file(
      "vidimus.yaml",
      `name: graded
tasks:
  - { id: kitchen, family: dialogue, data: { path: ${JSON.stringify(data)} }, ${task} }
systems: [{ id: oracle, kind: oracle }]
graders:
  - ${grader}
`,
    );
  }

  it("compares meanings as the task does: by its encoder", async () => {
    const encoder = fileURLToPath(new URL("../reference/sentence-encoder/mpnet", import.meta.url));
    const { stdout } = await vidimus([
      "sanity",
      graded(`{ id: meaning, kind: sentence-encoder, path: ${JSON.stringify(encoder)} }`),
    ]);
    expect(stdout).toMatch(/meanings compared by sentence-encoder:mpnet@[0-9a-f]{8};/);
    expect(stdout).toMatch(/PASS +F1 +1\.000/);
    expect(stdout).toMatch(/PASS +semantic_score/);
    expect(stdout).not.toContain("not part of this check");
  });

  it("goes by a recorded table as far as it reaches: equal texts count as 1, the others by their words, and it says so", async () => {
    const table = folder.file("table.json", JSON.stringify([["a", "b", 0.5]]));
    const data = folder.file("streams.jsonl", lines);
    const { status, stdout, stderr } = await vidimus([
      "sanity",
      data,
      "--family",
      "dialogue",
      "--similarity",
      table,
    ]);
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/meanings compared by table:table\.json@[0-9a-f]{8};/);
    expect(stdout).toMatch(
      /table:table\.json@[0-9a-f]{8} knows 0 of the \d+ pairs of texts compared here; of the others, equal texts count as 1/,
    );
    expect(stdout).toMatch(/PASS +F1 +1\.000/);
  });

  it("fails by what a table says of the truth, and names the pair", async () => {
    const [, first] = streams[0]!.turns;
    const table = folder.file("low.json", JSON.stringify([[first!.text, first!.text, 0.3]]));
    const { status, stdout } = await vidimus([
      "sanity",
      graded(`{ id: meaning, kind: similarity-table, path: ${JSON.stringify(table)} }`),
    ]);
    expect(status).toBe(100);
    expect(stdout).toMatch(/FAIL +F1/);
    expect(stdout).toContain("stream-0: frame 9: similarity 0.300 is not above 0.5");
  });

  it("tells a score that is hardly less than expected from it, and which metrics an explanation is about", async () => {
    const [, first] = streams[0]!.turns;
    const table = folder.file("hardly.json", JSON.stringify([[first!.text, first!.text, 0.999]]));
    const { status, stdout } = await vidimus([
      "sanity",
      graded(`{ id: meaning, kind: similarity-table, path: ${JSON.stringify(table)} }`),
    ]);
    expect(status).toBe(100);
    expect(stdout).toMatch(/FAIL +semantic_score +0\.9998889 +1\n/);
    expect(stdout).toMatch(
      /\n {2}semantic_score:\n {4}stream-0: frame 9: the similarity of "Fill kettle .*" with itself is 0\.999, not 1\n/,
    );
  });

  it("says in one line that a judge is not asked, and how to have the truth judged", async () => {
    const judge = "{ id: referee, kind: scripted, rules: [{ reply: never }] }";
    const { status, stdout, stderr } = await vidimus([
      "sanity",
      graded(judge, "graders: { judge: referee }"),
      "--json",
    ]);
    expect(status, stderr).toBe(0);
    const [task] = (
      JSON.parse(stdout) as { tasks: { notes: string[]; findings: { metric: string }[] }[] }
    ).tasks;
    expect(task!.notes[0]).toBe(
      "not part of this check: the scores by judge (referee), since no model is asked here; a run with a system of kind oracle has the truth judged",
    );
    expect(
      task!.findings.map(({ metric }) => metric).filter((metric) => metric.startsWith("judge")),
    ).toEqual([]);
    const flag = await vidimus([
      "sanity",
      folder.file("streams.jsonl", lines),
      "--family",
      "dialogue",
      "--judge",
      "gpt",
    ]);
    expect(flag).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--judge: a judge is a system with settings of its own"),
    });
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
    expect(
      await vidimus(["sanity", data, "--family", "dialogue", "--criteria", "lenient"]),
    ).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("exact, proassist"),
    });
    expect(
      await vidimus(["sanity", data, "--family", "dialogue", "--zero-edg", "drop"]),
    ).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--zero-edge"),
    });
  });
});

describe.each(families.map((family): [string, Family] => [family.id, family]))(
  "the sanity check of %s",
  (_, family) => {
    it("passes on the family's own examples", async () => {
      const samples = family.proof.examples.flatMap((example) => example.samples);
      const unique = [...new Map(samples.map((sample) => [sample.id, sample])).values()];
      const many = unique.flatMap((sample) =>
        Array.from({ length: 10 }, (_, i) => ({ ...sample, id: `${sample.id}/${i}` })),
      );
      const findings = await checkSanity({
        family,
        options: family.data.options.parse({}),
        lent: nothingLent,
        samples: many,
        random: (key) => seededRandom(1, key),
      });
      expect(findings.filter(({ passes }) => !passes)).toEqual([]);
      expect(findings.length).toBeGreaterThan(family.proof.degradations.length);
    });
  },
);

describe("ceilings that one answer cannot reach together", () => {
  it("lets the truth stay below a ceiling that no one answer reaches together with others, and never above it", async () => {
    const family = families.find(({ id }) => id === "retrieval")! as unknown as Family;
    const evidence = (
      startSeconds: number,
      endSeconds: number,
      relevance: "primary" | "context",
    ) => ({
      startSeconds,
      endSeconds,
      relevance,
    });
    const [sample] = family.proof.examples[0]!.samples;
    const mixed = {
      ...sample!,
      clips: [],
      evidence: [
        evidence(0, 40, "context"),
        evidence(50, 55, "primary"),
        evidence(60, 75, "context"),
      ],
    };
    const findings = await checkSanity({
      family,
      options: family.data.options.parse({}),
      lent: nothingLent,
      samples: [mixed],
      random: (key) => seededRandom(1, key),
    });
    const byLength = findings.filter(({ metric }) =>
      /^moment-map-(?:short|middle|long)$/.test(metric),
    );
    expect(byLength.map(({ metric, passes, expected }) => [metric, passes, expected])).toEqual(
      ["short", "middle", "long"].map((length) => [
        `moment-map-${length}`,
        true,
        "at most 1: one list cannot put moments of every length first",
      ]),
    );
  });
});
