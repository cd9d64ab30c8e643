import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { MatrixSummary } from "../../src/summary/matrix-summary.ts";
import { cli, type Running, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Told = MatrixSummary & { readonly directory: string };

const folder = temporaryFolder();
const examples = join(folder.path, "retrieval-ablation");

async function run(yaml: string, ...args: readonly string[]): Promise<Told> {
  const { status, stdout, stderr } = await cli(["run", yaml, "--json", ...args], {
    cwd: folder.path,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Told;
}

function runsOf(name: string): readonly string[] {
  const runs = join(folder.path, "runs");
  return existsSync(runs)
    ? readdirSync(runs)
        .filter((entry) => entry.endsWith(`-${name}`))
        .map((entry) => join(runs, entry))
    : [];
}

function headlineOf({ tasks }: MatrixSummary, system = 0) {
  const { headline, metrics } = tasks[0]!.systems[system]!;
  return metrics.find(({ id }) => id === headline)!.scores;
}

const questions = Array.from({ length: 60 }, (_, i) => ({
  id: `q${i}`,
  group: `v${i % 20}`,
  question: `Number ${i}?`,
  choices: ["one", "two", "three"],
  answer: i % 3,
}));

const rules = (reply: string) =>
  `[{ match: 'Number \\d*[05]\\?', reply: A }, { match: '', reply: ${reply} }]`;
const config = (name: string, matrix: string, delayMs = 0) => `name: ${name}
tasks:
  - { id: qa, family: multiple-choice, data: { path: questions.jsonl } }
systems:
  - { id: model, kind: scripted, delayMs: ${delayMs}, concurrency: 2, rules: ${rules("A")} }
  - { kind: oracle }
matrix:
${matrix}`;
const always = (letter: string) => `    set: { systems.model.rules: ${rules(letter)} }\n`;
const threeRows = `  - name: a\n  - name: b\n${always("B")}  - name: turns\n${always("[A, B, C]")}`;

beforeAll(() => {
  folder.file("questions.jsonl", questions.map((question) => JSON.stringify(question)).join("\n"));
  folder.file(
    "few.jsonl",
    questions
      .slice(0, 30)
      .map((question) => JSON.stringify(question))
      .join("\n"),
  );
});

beforeAll(() => {
  cpSync(fileURLToPath(new URL("../../examples/retrieval-ablation", import.meta.url)), examples, {
    recursive: true,
    filter: (path) => !/\/(?:runs|videos|questions\.jsonl)$/.test(path),
  });
  const hook = fileURLToPath(new URL("../../scripts/own-package.ts", import.meta.url));
  const made = spawnSync(process.execPath, ["--import", hook, "make-videos.ts"], {
    cwd: examples,
    encoding: "utf8",
  });
  expect(made.stderr).toBe("");
});

describe("a matrix of settings", () => {
  it("is a run for each row, tabled against the first, continued and extended as one", async () => {
    folder.file("m.yaml", config("m", threeRows));
    const dry = await cli(["run", "m.yaml", "--dry-run", "--json"], { cwd: folder.path });
    expect(JSON.parse(dry.stdout)).toMatchObject({
      schema: "vidimus-matrix-plan/1",
      rows: [{ name: "a", run: null }, { name: "b" }, { name: "turns" }],
      total: { samples: 360, settled: 0, remaining: 360 },
    });
    expect(existsSync(join(folder.path, "runs"))).toBe(false);

    const first = await run("m.yaml");
    expect(first.rows.map(({ name }) => name)).toEqual(["a", "b", "turns"]);
    const [a, b, turns] = headlineOf(first);
    expect(a).not.toHaveProperty("difference");
    expect(b!.difference).toMatchObject({
      value: b!.value! - a!.value!,
      n: 60,
      groups: 20,
      test: "sign flips of groups, mid-p",
    });
    expect(turns!.difference!.adjusted).not.toBeNull();
    expect(headlineOf(first, 1)[1]!.difference).toMatchObject({ value: 0, verdict: "same" });
    expect(first.settings).toMatchObject([{ path: "systems.model.rules" }]);
    for (const file of [
      "matrix.md",
      "matrix.html",
      "a/report.html",
      "b/run.jsonl",
      "turns/metrics.json",
    ])
      expect(existsSync(join(first.directory, file)), file).toBe(true);
    expect(
      JSON.parse(readFileSync(join(first.directory, "b", "manifest.json"), "utf8")),
    ).toMatchObject({ name: "m.b" });

    const again = await run("m.yaml");
    expect(again).toEqual(first);
    const report = await cli(["report", first.directory, "--markdown"], { cwd: folder.path });
    expect(report.stdout).toBe(readFileSync(join(first.directory, "matrix.md"), "utf8"));

    folder.file("m.yaml", config("m", `${threeRows}  - name: c\n${always("C")}`));
    const plan = await cli(["run", "m.yaml", "--dry-run"], { cwd: folder.path });
    expect(plan.stdout).toMatch(/^all\s+480\s+360\s+120$/m);
    const logs = ["a", "b"].map((row) =>
      readFileSync(join(first.directory, row, "run.jsonl"), "utf8"),
    );
    const extended = await run("m.yaml");
    expect(extended.directory).toBe(first.directory);
    expect(headlineOf(extended).map((score) => score!.value)).toEqual(
      [a, b, turns].map((score) => score!.value).concat(expect.any(Number)),
    );
    expect(headlineOf(extended)[1]!.difference!.value).toBe(b!.difference!.value);
    expect(
      ["a", "b"].map((row) => readFileSync(join(first.directory, row, "run.jsonl"), "utf8")),
    ).toEqual(logs);
  });

  it("starts anew where a row of that name was made otherwise, or where it is told to", async () => {
    folder.file("n.yaml", config("n", `  - name: a\n  - name: b\n${always("B")}`));
    const first = await run("n.yaml");
    folder.file("n.yaml", config("n", `  - name: a\n  - name: b\n${always("C")}`));
    const second = await run("n.yaml");
    expect(second.directory).not.toBe(first.directory);
    expect((await run("n.yaml", "--new")).directory).not.toBe(second.directory);
    const wrong = await cli(["run", "n.yaml", "--run", first.directory], { cwd: folder.path });
    expect(wrong).toMatchObject({ status: 2 });
    expect(wrong.stderr).toContain("was made with another configuration");
  });

  it("refuses differences between rows about different samples", async () => {
    folder.file(
      "few.yaml",
      config("few", "  - name: all\n  - name: few\n    set: { tasks.qa.data.path: few.jsonl }\n"),
    );
    const [, few] = headlineOf(await run("few.yaml"));
    expect(few!.n).toBe(30);
    expect(few!.difference).toMatchObject({ value: null, verdict: "none" });
    expect(few!.difference!.notes).toEqual([
      "no difference: the row and the first one are about different samples (30 and 60)",
    ]);
  });

  it.each([
    ["tasks.qa.data.path: nowhere.jsonl", 'row "broken", task "qa": '],
    ["systems.model.rulez: []", 'row "broken": systems[0]: unknown key "rulez"'],
  ])("tells a mistake in the last row before the first is run: %s", async (set, message) => {
    folder.file(
      "broken.yaml",
      config("broken", `  - name: a\n  - name: b\n  - name: broken\n    set: { ${set} }\n`),
    );
    const { status, stderr } = await cli(["run", "broken.yaml"], { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(runsOf("broken")).toEqual([]);
  });

  it("is stopped and continued as one, and comes to the same", { timeout: 60_000 }, async () => {
    const quick = threeRows.replaceAll("set: {", "set: { systems.model.delayMs: 0,");
    folder.file("slow.yaml", config("slow", quick, 100));
    const running = startCli(["run", "slow.yaml"], { cwd: folder.path });
    await somethingAnswered(running, "slow");
    running.process.kill("SIGINT");
    const stopped = await running.finished;
    expect(stopped.status, stopped.stderr).toBe(3);
    expect(stopped.stderr).toContain("stopped in row a");
    const continued = await run("slow.yaml");
    folder.file("calm.yaml", config("calm", quick, 0));
    expect(continued.tasks).toEqual((await run("calm.yaml")).tasks);
  });
});

/** Waits until the first row of a matrix has answers in its log. */
async function somethingAnswered({ process: child }: Running, name: string): Promise<void> {
  while (child.exitCode === null) {
    const logs = runsOf(name).map((run) => join(run, "a", "run.jsonl"));
    if (logs.some((log) => existsSync(log) && readFileSync(log, "utf8").includes('"outcome"')))
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("the ablation of a detector", () => {
  it("sets a calibrated threshold against a fixed one, and says that the rules differ", async () => {
    const videos = Array.from({ length: 40 }, (_, i) => ({
      id: `v${i}`,
      duration: 600,
      split: i % 2 === 0 ? "val" : "test",
      events: [{ type: "spill", start: 100, end: 120 }],
    }));
    const answers = videos.map(({ id }, i) => ({
      id,
      events: [
        {
          type: "spill",
          start: i % 5 === 0 ? 300 : 101,
          end: i % 5 === 0 ? 320 : 121,
          confidence: 0.3,
        },
        { type: "spill", start: 400, end: 420, confidence: 0.1 },
      ],
    }));
    for (const [name, rows] of Object.entries({ videos, answers }))
      folder.file(`${name}.jsonl`, rows.map((one) => JSON.stringify(one)).join("\n"));
    folder.file(
      "events.yaml",
      `name: events
tasks:
  - { id: events, family: event-detection, data: { path: videos.jsonl }, options: { validationSplit: val }, metrics: [map, f1, fah] }
systems: [{ id: mine, kind: predictions, path: answers.jsonl }]
matrix:
  - name: zero-shot
  - name: calibrated
    set: { tasks.events.options.minConfidence: calibrated }
`,
    );
    const { tasks } = await run("events.yaml");
    const [map, f1, alarms] = tasks[0]!.systems[0]!.metrics.map(({ scores }) => scores);
    expect(map![1]!.difference).toMatchObject({ value: 0, verdict: "same", n: 20, notes: [] });
    expect(f1!.map((score) => score!.value)).toEqual([0, 0.8]);
    expect(f1![1]!.difference).toMatchObject({
      value: 0.8,
      n: 20,
      verdict: "better",
      test: "cluster bootstrap, t",
    });
    expect(f1![1]!.difference!.notes).toEqual([
      expect.stringMatching(
        /^scored by other rules than the first row: .*in place of .*minConfidence:0.5/,
      ),
    ]);
    expect(alarms![1]!.difference).toMatchObject({ verdict: "worse", n: 20 });
  });
});

describe("rows share what was computed", () => {
  const encoder = `import { appendFileSync } from "node:fs";
import { answered, defineSystemKind, z } from "vidimus";

export const system = defineSystemKind({
  id: "counting",
  summary: "an encoder that counts what it is asked",
  configSchema: z.strictObject({}),
  create: async (_, { id }) => ({
    id,
    kind: "counting",
    speaks: "encoder",
    sees: true,
    identity: {},
    concurrency: 4,
    ask: async (asks) => {
      appendFileSync("asks.txt", asks.map((ask) => ("text" in ask ? ask.text : "frames") + "\\n").join(""));
      return asks.map(() => answered(new Float32Array([1, 2])));
    },
  }),
});
`;

  it("embeds a question once for all rows", async () => {
    folder.file("encoder.ts", encoder);
    cpSync(join(examples, "videos", "video-01.mp4"), join(folder.path, "video-01.mp4"));
    const sample = {
      id: "x",
      question: "When is it red?",
      evidence: [{ start: 0, end: 4 }],
      duration: 48,
      video: "video-01.mp4",
    };
    folder.file("find.jsonl", JSON.stringify(sample));
    folder.file(
      "shared.yaml",
      `name: shared
use: [./encoder.ts]
tasks: [{ id: find, family: retrieval, data: { path: find.jsonl }, frames: { strategy: fps, rate: 1, max: 60 } }]
systems: [{ kind: counting }]
matrix: { axes: { tasks.find.options.topK: [5, 10, 20] } }
`,
    );
    const { rows } = await run("shared.yaml");
    expect(rows.map(({ name }) => name)).toEqual(["topK-5", "topK-10", "topK-20"]);
    const asked = readFileSync(join(folder.path, "asks.txt"), "utf8").trim().split("\n");
    expect(asked.filter((ask) => ask === "When is it red?")).toHaveLength(1);
  });
});

describe("the ablation of a retriever", () => {
  it("is one configuration: scales, re-ranking and the transcript against a single scale", {
    timeout: 60_000,
  }, async () => {
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: examples });
    expect(status, stderr).toBe(0);
    const matrix = JSON.parse(stdout) as Told;
    expect(matrix.rows.map(({ name }) => name)).toEqual([
      "single-scale",
      "multi-scale",
      "with-re-ranking",
      "with-transcript",
    ]);
    const [single, multi, , transcript] = headlineOf(matrix);
    expect(multi!.difference).toMatchObject({ n: 72, groups: 12, verdict: "better", notes: [] });
    // Transcripts are put into samples, which stay the same samples.
    expect(transcript!.difference).toMatchObject({ n: 72, verdict: "better", notes: [] });
    expect(transcript!.value).toBeGreaterThan(multi!.value!);
    expect(multi!.value).toBeGreaterThan(single!.value!);
    expect(readFileSync(join(matrix.directory, "matrix.md"), "utf8")).toContain(
      "| with-transcript | micro meso macro | false | true |",
    );
  });
});

it.each(["docs/configuration.md", "docs/families/retrieval.md"])("%s shows the example", (path) => {
  const read = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8");
  const shown = read("examples/retrieval-ablation/vidimus.yaml");
  expect(read(path)).toContain(shown.slice(shown.indexOf("matrix:")).trimEnd());
});
