import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import type { Summary } from "../../src/summary/summary.ts";
import type { SystemSummary } from "../../src/summary/system-summary.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
let made = 0;

const rules = `
      - { match: 'Number 3\\?', refuse: never }
      - { match: 'Number 4\\?', truncate: 'Let me see' }
      - { match: 'Number 5\\?', reply: 'no idea' }
      - { match: '', reply: ['A', 'B.', '(C)'] }`;

interface Project {
  readonly path: string;
  runs(): string[];
  write(name: string, content: string): void;
}

/** A folder with 40 questions in 20 groups and a configuration. */
function project(systems: string, more = ""): Project {
  const path = join(root.path, `p${made++}`);
  mkdirSync(path);
  const write = (name: string, content: string) => writeFileSync(join(path, name), content);
  write(
    "qa.jsonl",
    Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({
        id: `q${i}`,
        group: `v${i % 20}`,
        type: i % 2 ? "odd" : "even",
        question: `Number ${i}?`,
        choices: ["one", "two", "three"],
        answer: i % 3,
        metadata: { level: i % 4 },
      }),
    ).join("\n"),
  );
  write(
    "vidimus.yaml",
    `name: try\ntasks:\n  - { id: qa, family: multiple-choice, data: { path: qa.jsonl }${more} }\nsystems:\n${systems}`,
  );
  return {
    path,
    write,
    runs: () => (existsSync(join(path, "runs")) ? readdirSync(join(path, "runs")) : []),
  };
}

const baselines =
  "  - { kind: oracle }\n  - { kind: chance }\n  - { kind: majority }\n  - { kind: empty }\n";
const scripted = `  - kind: scripted\n    rules:${rules}\n`;

async function json(
  args: readonly string[],
  { path }: Project,
): Promise<Summary & { directory: string }> {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd: path });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Summary & { directory: string };
}

const systemsOf = (summary: Summary) =>
  Object.fromEntries(summary.tasks[0]!.systems.map((system) => [system.id, system])) as Record<
    string,
    SystemSummary
  >;

async function outcomeEvents(directory: string): Promise<number> {
  await using store = await readLocalRun(directory);
  let count = 0;
  for await (const { event } of store.events()) if (event === "outcome") count++;
  return count;
}

describe("vidimus run", () => {
  it("prints the stated JSON shape, fractions with intervals, and exits with 0", async () => {
    const own = project(baselines);
    const summary = await json(["run"], own);
    expect(summary.schema).toBe("vidimus-summary/1");
    expect(summary.complete).toBe(true);
    const systems = systemsOf(summary);
    expect(Object.keys(systems)).toEqual(["oracle", "chance", "majority", "empty"]);
    expect(systems.oracle).toMatchObject({
      n: 40,
      coverage: 1,
      metrics: { accuracy: { value: 1, high: 1, n: 40 } },
    });
    expect(systems.empty!.metrics.accuracy!.value).toBe(0);
    expect(systems.chance!.metrics.accuracy!.signature).toMatch(/^accuracy\|/);
    expect(systems.oracle!.slices.type!.odd).toMatchObject({
      n: 20,
      metrics: { accuracy: { value: 1 } },
    });
    expect(systems.majority!.remarks).toContain("fitted on the evaluated samples themselves");
    const { low, high } = systems.chance!.metrics.accuracy!;
    expect(low).toBeLessThan(systems.chance!.metrics.accuracy!.value!);
    expect(high).toBeGreaterThan(systems.chance!.metrics.accuracy!.value!);
  });

  it("writes journal, log, manifest, metrics, samples and report", async () => {
    const own = project(baselines);
    const { directory } = await json(["run"], own);
    for (const name of [
      "run.jsonl",
      "run.log",
      "manifest.json",
      "metrics.json",
      "samples.csv",
      "report.html",
    ])
      expect(existsSync(join(directory, name)), name).toBe(true);
    expect(existsSync(join(directory, "run.lock"))).toBe(false);
    const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8"));
    expect(manifest.files["qa.jsonl"].sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(manifest.cells).toHaveLength(4);
    const rows = readFileSync(join(directory, "samples.csv"), "utf8").trim().split("\n");
    expect(rows).toHaveLength(1 + 4 * 40);
    expect(rows[0]).toBe(
      "task,system,sample,group,split,outcome,reason,failure_class,error_class,accuracy,parse-rate,repeat,decode_ms,queue_ms,first_token_ms,generation_ms,total_ms,requests,cached,input_tokens,output_tokens,cost_usd,grading_ms,grading_requests,grading_cached,grading_input_tokens,grading_output_tokens,grading_cost_usd,warnings,prediction",
    );
    expect(rows).toContain('qa,oracle,q1,v1,,answered,,,,1,1,1,,,,,,,,,,,,,,,,,,"{""choice"":1}"');
  });

  it("continues a run instead of starting it again, and starts a new one on request", async () => {
    const own = project(baselines);
    const first = await json(["run"], own);
    const again = await json(["run"], own);
    expect(again.directory).toBe(first.directory);
    expect(again).toEqual(first);
    expect(await outcomeEvents(first.directory)).toBe(160);
    expect((await json(["run", "--new"], own)).directory).not.toBe(first.directory);
    expect((await json(["run", "--run", first.directory], own)).directory).toBe(first.directory);
    expect(own.runs()).toHaveLength(2);
  });

  it("extends a run by a larger limit, and asks only what is new", async () => {
    const own = project(baselines);
    const part = await json(["run", "--limit", "10"], own);
    expect(systemsOf(part).oracle!.n).toBe(10);
    expect(await outcomeEvents(part.directory)).toBe(40);
    const whole = await json(["run"], own);
    expect(whole.directory).toBe(part.directory);
    expect(await outcomeEvents(part.directory)).toBe(160);
    const { directory: _, machine: _a, ...extended } = whole;
    const { directory: __, machine: _b, ...fresh } = await json(["run", "--new"], own);
    expect(extended).toEqual(fresh);
  });

  it("selects by id and at random", async () => {
    const own = project(baselines);
    expect(systemsOf(await json(["run", "--id", "q3,q5"], own)).oracle!.n).toBe(2);
    expect(systemsOf(await json(["run", "--sample", "7"], own)).oracle!.n).toBe(7);
    const { status, stderr } = await cli(["run", "--id", "nobody"], { cwd: own.path });
    expect(status).toBe(2);
    expect(stderr).toContain('no sample has the id "nobody"');
  });

  it("starts a new run when the configuration asks for something else, and keeps the run when only the scoring changes", async () => {
    const own = project(baselines);
    const first = await json(["run"], own);
    expect((await json(["run", "--set", "systems.chance.seed=9"], own)).directory).not.toBe(
      first.directory,
    );
    const sliced = await json(["run", "--set", "tasks.qa.slices=[metadata.level]"], own);
    expect(sliced.directory).toBe(first.directory);
    expect(Object.keys(systemsOf(sliced).oracle!.slices["metadata.level"]!)).toEqual([
      "0",
      "1",
      "2",
      "3",
    ]);
    expect(await outcomeEvents(first.directory)).toBe(160);
  });

  it("notices that data changed: rows are known by their content", async () => {
    const own = project(baselines);
    const first = await json(["run"], own);
    const rows = readFileSync(join(own.path, "qa.jsonl"), "utf8").split("\n");
    own.write(
      "qa.jsonl",
      [rows[0]!.replace('"answer":0', '"answer":1'), ...rows.slice(2).reverse()].join("\n"),
    );
    const changed = await json(["run"], own);
    expect(changed.directory).toBe(first.directory);
    expect(systemsOf(changed).oracle).toMatchObject({ n: 39, metrics: { accuracy: { value: 1 } } });
    // One new row for oracle, chance and empty; majority learns from other data and is asked anew.
    expect(await outcomeEvents(first.directory)).toBe(160 + 3 + 39);
  });

  it("shows what chat systems did: refusals, cut-off replies and replies that say nothing, under both extractors and both policies", async () => {
    const own = project(scripted, ", extractors: [standard, strict]");
    const system = systemsOf(await json(["run"], own)).scripted!;
    expect(system.outcomes).toMatchObject({
      answered: 37,
      refused: 1,
      truncated: 1,
      unparsed: 1,
      failed: 0,
    });
    expect(system.coverage).toBe(1);
    expect(system.metrics.accuracy!.n).toBe(40);
    expect(system.otherPolicy).toMatchObject({
      unanswered: "exclude",
      metrics: { accuracy: { n: 37 } },
    });
    expect(system.extractors.map(({ id }) => id)).toEqual(["standard", "strict"]);
    expect(system.extractors[1]!.metrics.accuracy!.value).toBe(0);
    expect(system.extractors[1]!.disagreements).toBe(37);
    expect(system.errors["no-answer"]).toBe(3);
  });

  it("takes up settled work again on request", async () => {
    const own = project(scripted);
    const { directory } = await json(["run"], own);
    await json(["run", "--retry", "unparsed,refused"], own);
    expect(await outcomeEvents(directory)).toBe(42);
    const { status, stderr } = await cli(["run", "--retry", "unparsd"], { cwd: own.path });
    expect([status, stderr]).toEqual([2, expect.stringContaining('did you mean "unparsed"?')]);
  });

  it("ends with 3 while work is left: failures and hangs are tried again by the next start", async () => {
    const failing = `  - kind: scripted\n    timeoutMs: 200\n    rules:\n      - { match: 'Number 7\\?', fail: overloaded }\n      - { match: 'Number 8\\?', hang: true }\n      - { match: '', reply: A }\n`;
    const own = project(failing);
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: own.path });
    expect(status).toBe(3);
    const summary = JSON.parse(stdout) as Summary;
    expect(summary.complete).toBe(false);
    const system = systemsOf(summary).scripted!;
    expect(system.outcomes.failed).toBe(2);
    expect(system.coverage).toBeCloseTo(38 / 40, 12);
    expect(system.metrics.accuracy!.bounds![0]).toBeLessThan(system.metrics.accuracy!.value!);
    expect(stderr).toMatch(/work is left to do; to go on: node \S+main\.js run/);
    const { stdout: log } = await cli(["run", "--json"], { cwd: own.path });
    expect(systemsOf(JSON.parse(log)).scripted!.outcomes.failed).toBe(2);
  });

  it("counts samples without a prediction as missing and names predictions without a sample", async () => {
    const own = project("  - { kind: predictions, path: some.jsonl }\n");
    own.write("some.jsonl", '{"id":"q0","choice":0}\n{"id":"nobody","choice":1}\n');
    const { status, stdout } = await cli(["run", "--json"], { cwd: own.path });
    expect(status).toBe(3);
    const system = systemsOf(JSON.parse(stdout)).predictions!;
    expect(system.outcomes).toMatchObject({ answered: 1, missing: 39 });
    expect(system.remarks.join()).toContain(
      '1 prediction belongs to no sample of this task ("nobody")',
    );
  });

  it("plans without doing anything", async () => {
    const own = project(baselines);
    const { status, stdout } = await cli(["run", "--dry-run"], { cwd: own.path });
    expect(status).toBe(0);
    expect(stdout).toMatch(/qa\s+oracle\s+40\s+0\s+40/);
    expect(stdout).toContain("would start a new run");
    expect(own.runs()).toEqual([]);
    await json(["run", "--limit", "4"], own);
    const plan = JSON.parse((await cli(["run", "--dry-run", "--json"], { cwd: own.path })).stdout);
    expect(plan.plans[0]).toEqual({
      task: "qa",
      system: "oracle",
      samples: 40,
      settled: 4,
      remaining: 36,
    });
  });

  it("exports OpenSeeSimE's thirteen columns", async () => {
    const own = project(scripted);
    const { directory } = await json(["run", "--export", "openseesime"], own);
    const folder = join(directory, "exports", "openseesime", "qa", "scripted");
    const [file] = readdirSync(folder);
    const [header, ...rows] = readFileSync(join(folder, file!), "utf8").trim().split("\n");
    expect(header!.split(",")).toHaveLength(13);
    expect(rows).toHaveLength(40);
    const { status, stderr } = await cli(["run", "--export", "openseesim"], { cwd: own.path });
    expect([status, stderr]).toEqual([2, expect.stringContaining('did you mean "openseesime"?')]);
  });
});

/** Waits until the run's log says this. */
async function untilLogged(own: Project, text: string): Promise<void> {
  for (;;) {
    const [run] = own.runs();
    const journal = run && join(own.path, "runs", run, "run.jsonl");
    if (journal && existsSync(journal) && readFileSync(journal, "utf8").includes(text)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const untilAnswered = (own: Project) => untilLogged(own, '"event":"outcome"');
/** Systems are made and about to be asked. */
const untilStarted = async (own: Project) => {
  await untilLogged(own, '"note":"cell"');
  await new Promise((resolve) => setTimeout(resolve, 200));
};

describe("being interrupted", () => {
  const slow =
    "  - kind: scripted\n    delayMs: 60\n    concurrency: 2\n    rules: [{ reply: A }]\n";

  it("stops on the first Ctrl-C, keeps what is done, says how to go on, and goes on", async () => {
    const own = project(slow);
    const running = startCli(["run"], { cwd: own.path });
    await untilAnswered(own);
    running.process.kill("SIGINT");
    const { status, stderr } = await running.finished;
    expect(status).toBe(3);
    expect(stderr).toContain("stopping: waiting up to 10 s");
    expect(stderr).toMatch(/to go on: node \S+main\.js run/);
    const [run] = own.runs();
    const done = await outcomeEvents(join(own.path, "runs", run!));
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(40);
    const { directory } = await json(["run"], own);
    expect(await outcomeEvents(directory)).toBe(40);
  });

  it("leaves at once on the second", async () => {
    const own = project("  - kind: scripted\n    rules: [{ hang: true }]\n");
    const running = startCli(["run"], { cwd: own.path });
    await untilStarted(own);
    running.process.kill("SIGINT");
    await running.says("stopping");
    const asked = performance.now();
    running.process.kill("SIGINT");
    const { status } = await running.finished;
    expect(status).toBe(130);
    expect(performance.now() - asked).toBeLessThan(5_000);
  });

  it("does not let two processes write one run", async () => {
    const own = project(slow.replace("60", "600"));
    const running = startCli(["run"], { cwd: own.path });
    await untilAnswered(own);
    const { status, stderr } = await cli(["run"], { cwd: own.path });
    running.process.kill("SIGKILL");
    await running.finished;
    expect(status).toBe(2);
    expect(stderr).toContain("another process is writing this run");
  });
});

describe("vidimus score", () => {
  it("gives a run's figures again from its log alone, also without the predictions it came from", async () => {
    const own = project(
      `${scripted}  - { kind: majority }\n  - { kind: predictions, path: some.jsonl }\n`,
      ", extractors: [standard, strict]",
    );
    own.write("some.jsonl", '{"id":"q0","choice":0}\n{"id":"stranger","choice":0}\n');
    const { directory, ...first } = await json(
      ["run", "--set", "minCoverage=0", "--set", "minAnswered=0"],
      own,
    );
    expect(systemsOf(first).predictions!.remarks).toEqual([
      expect.stringContaining('belongs to no sample of this task ("stranger")'),
    ]);
    own.write("some.jsonl", "");
    const { directory: _, ...scored } = await json(["score", directory], own);
    expect(scored).toEqual(first);
  });

  it("scores with other settings without touching the run's own figures", async () => {
    const own = project(scripted);
    const { directory } = await json(["run"], own);
    const before = readFileSync(join(directory, "metrics.json"), "utf8");
    const scored = await json(["score", directory, "--unanswered", "exclude"], own);
    expect(systemsOf(scored).scripted).toMatchObject({
      unanswered: "exclude",
      metrics: { accuracy: { n: 37 } },
    });
    const strict = await json(
      ["score", directory, "--set", "tasks.qa.extractors=[strict]", "--set", "minAnswered=0"],
      own,
    );
    expect(systemsOf(strict).scripted!.outcomes.unparsed).toBe(38);
    expect(readFileSync(join(directory, "metrics.json"), "utf8")).toBe(before);
  });

  it("scores a predictions file without any configuration", async () => {
    const own = project(baselines);
    own.write(
      "answers.csv",
      `id,choice\n${Array.from({ length: 40 }, (_, i) => `q${i},${"ABC"[i % 2]}`).join("\n")}\n`,
    );
    const summary = await json(
      [
        "score",
        "--family",
        "multiple-choice",
        "--data",
        "qa.jsonl",
        "--predictions",
        "answers.csv",
      ],
      own,
    );
    expect(summary.tasks[0]!.id).toBe("qa");
    const [system] = summary.tasks[0]!.systems;
    const expected =
      Array.from({ length: 40 }, (_, i) => (i % 2 === i % 3 ? 1 : 0)).reduce<number>(
        (a, b) => a + b,
        0,
      ) / 40;
    expect(system!.metrics.accuracy!.value).toBeCloseTo(expected, 12);
    expect(own.runs()).toEqual([]);
  });

  it.each([
    [["score"], "missing: --family, --data, --predictions"],
    [
      ["score", "--family", "multiple-choise", "--data", "qa.jsonl", "--predictions", "x.json"],
      'did you mean "multiple-choice"?',
    ],
    [
      ["score", "--family", "multiple-choice", "--data", "none.csv", "--predictions", "x.json"],
      "no such file",
    ],
    [["score", "runs/none"], "no run in"],
  ])("explains a mistake in %j", async (args, expected) => {
    const { status, stderr } = await cli(args, { cwd: project(baselines).path });
    expect(status).toBe(2);
    expect(stderr).toContain(expected);
  });

  it("names the second prediction for one id", async () => {
    const own = project(baselines);
    own.write("twice.jsonl", '{"id":"q0","choice":0}\n{"id":"q0","choice":1}\n');
    const { status, stderr } = await cli(
      [
        "score",
        "--family",
        "multiple-choice",
        "--data",
        "qa.jsonl",
        "--predictions",
        "twice.jsonl",
      ],
      {
        cwd: own.path,
      },
    );
    expect(status).toBe(2);
    expect(stderr).toContain('twice.jsonl:2: a second prediction for "q0"');
  });
});

describe("what reviewers of a run need", () => {
  it("reads the replies of a predictions file under every extractor, and again later", async () => {
    const own = project(
      "  - { kind: predictions, path: replies.jsonl }\n",
      ", extractors: [standard, strict]",
    );
    own.write(
      "replies.jsonl",
      Array.from({ length: 40 }, (_, i) =>
        JSON.stringify({ id: `q${i}`, reply: i % 2 ? "**Answer:** one" : "one" }),
      ).join("\n"),
    );
    const summary = await json(["run"], own);
    const system = systemsOf(summary).predictions!;
    expect(system.extractors.map(({ id, disagreements }) => [id, disagreements])).toEqual([
      ["standard", 0],
      ["strict", 20],
    ]);
    const strict = await json(["score", summary.directory, "--extractors", "strict"], own);
    expect(systemsOf(strict).predictions!.outcomes.unparsed).toBe(20);
  });

  it("scores and reports a run that was killed half-way", async () => {
    const own = project(
      "  - kind: scripted\n    delayMs: 60\n    concurrency: 2\n    rules: [{ reply: A }]\n",
    );
    const running = startCli(["run"], { cwd: own.path });
    await untilAnswered(own);
    running.process.kill("SIGKILL");
    await running.finished;
    const directory = join(own.path, "runs", own.runs()[0]!);
    const { status, stdout, stderr } = await cli(["score", directory, "--json"], { cwd: own.path });
    expect(status, stderr).toBe(3);
    expect(systemsOf(JSON.parse(stdout)).scripted!.outcomes.pending).toBeGreaterThan(0);
    expect((await cli(["report", directory], { cwd: own.path })).status).toBe(0);
  });

  it("says which part of the data a run took, and scores that part again", async () => {
    const own = project(baselines);
    const part = await json(["run", "--limit", "30"], own);
    expect(part.selection).toBe("the first 30 samples of each task");
    const { directory: _, ...again } = await json(["score", part.directory], own);
    const { directory: __, ...first } = part;
    expect(again).toEqual(first);
    const { stdout } = await cli(["run", "--limit", "30"], { cwd: own.path });
    expect(stdout).toContain("the first 30 samples of each task");
    expect(readFileSync(join(part.directory, "report.html"), "utf8")).toContain("--limit 30");
  });

  it("finds the data of a project that was moved as a whole", async () => {
    const own = project(baselines);
    const { directory } = await json(["run"], own);
    const moved = `${own.path}-moved`;
    renameSync(own.path, moved);
    const { status, stderr } = await cli(["score", directory.replace(own.path, moved), "--json"], {
      cwd: root.path,
    });
    expect(status, stderr).toBe(0);
  });

  it("plans retries, and keeps a run when only its pace changes", async () => {
    const own = project(scripted);
    const first = await json(["run"], own);
    const plan = JSON.parse(
      (await cli(["run", "--dry-run", "--retry", "unparsed,refused", "--json"], { cwd: own.path }))
        .stdout,
    );
    expect(plan.plans[0].remaining).toBe(2);
    expect((await json(["run", "--set", "systems.scripted.timeoutMs=5000"], own)).directory).toBe(
      first.directory,
    );
  });

  it("goes on when nobody reads its messages", async () => {
    const own = project("  - kind: scripted\n    delayMs: 30\n    rules: [{ reply: A }]\n");
    const running = startCli(["run", "--json"], { cwd: own.path });
    running.process.stderr!.destroy();
    const { status, stdout } = await running.finished;
    expect(status).toBe(0);
    expect(JSON.parse(stdout).complete).toBe(true);
  });

  it("keeps nothing of a run that ended in a mistake before anything was asked", async () => {
    const own = project("  - { kind: oracle }\n");
    own.write("qa.jsonl", "");
    const { status, stderr } = await cli(["run"], { cwd: own.path });
    expect([status, stderr]).toEqual([2, expect.stringContaining('the task "qa" has no samples')]);
    expect(own.runs()).toEqual([]);
    const split = await cli(["run", "--set", "tasks.qa.data.split=tset"], {
      cwd: project("  - { kind: oracle }\n").path,
    });
    expect([split.status, split.stderr]).toEqual([
      2,
      expect.stringContaining('no sample is of the split "tset"'),
    ]);
  });
});

describe("bad input", () => {
  it.each([
    ['{"id":"a","question":"?","choices":["x"],"answer":0}', "qa.jsonl:1: "],
    [
      '{"id":"a","question":"?","choices":["x","y"],"answer":0}\n{"id":"a","question":"!","choices":["x","y"],"answer":0}',
      'qa.jsonl:2: the id "a" was used before',
    ],
    ['{"id":"a","question":"?","choices":["x","y"],"answr":0}', '"answr"'],
    ["{", "qa.jsonl:1: not JSON"],
  ])("is named by file, line and field: %s", async (row, expected) => {
    const own = project(baselines);
    own.write("qa.jsonl", row);
    const { status, stderr } = await cli(["run"], { cwd: own.path });
    expect(status).toBe(2);
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain("    at ");
  });

  it("tells of a damaged line of the log and does its work again", async () => {
    const own = project(baselines);
    const { directory, machine: _a, ...first } = await json(["run"], own);
    const path = join(directory, "run.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    lines[20] = lines[20]!.replace('"choice":', '"choise":');
    writeFileSync(path, lines.join("\n"));
    const { status, stdout, stderr } = await cli(
      ["run", "--json", "--set", "tasks.qa.slices=[type]"],
      { cwd: own.path },
    );
    expect(status).toBe(0);
    expect(stderr).toContain(
      "run.jsonl: 1 damaged line left out (line 21: checksum does not match)",
    );
    const { directory: _, machine: _b, ...again } = JSON.parse(stdout);
    expect(again).toEqual(first);
  });

  it("names the place of a mistake in the configuration and exits with 2", async () => {
    const own = project(baselines);
    own.write("vidimus.yaml", "name: try\ntaks: []\nsystems: [{ kind: oracle }]\n");
    const { status, stderr } = await cli(["run"], { cwd: own.path });
    expect(status).toBe(2);
    expect(stderr).toMatch(/vidimus\.yaml:2:1\s+unknown key "taks"/);
  });

  it("keeps keys out of everything it writes", async () => {
    const secret = "sk-test-3f9a7c1e55";
    const own = project(
      `  - kind: scripted\n    rules: [{ match: '', reply: 'the key is \${FAKE_API_KEY}' }]\n`,
    );
    const { status, stdout, stderr } = await cli(["run", "--json"], {
      cwd: own.path,
      env: { FAKE_API_KEY: secret },
    });
    expect(status, stderr).toBe(3);
    const { directory } = JSON.parse(stdout);
    for (const name of readdirSync(directory).filter((entry) =>
      statSync(join(directory, entry)).isFile(),
    ))
      expect(readFileSync(join(directory, name), "utf8"), name).not.toContain(secret);
    expect(stdout + stderr).not.toContain(secret);
    expect(readFileSync(join(directory, "run.jsonl"), "utf8").split("\n")[0]).toContain(
      "the key is $" + "{FAKE_API_KEY}",
    );
  });
});

describe("the other commands", () => {
  it("report writes the report again and prints Markdown", async () => {
    const own = project(baselines);
    const { directory } = await json(["run"], own);
    const markdown = await cli(["report", directory, "--markdown"], { cwd: own.path });
    expect(markdown.stdout).toMatch(/\|\s*oracle\s*\|/);
    const written = await cli(["report", directory, "--output", "again.html"], { cwd: own.path });
    expect(written.status).toBe(0);
    expect(readFileSync(join(own.path, "again.html"), "utf8")).toContain("<!doctype html>");
    const none = await cli(["report", "."], { cwd: own.path });
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("no metrics.json")]);
  });

  it.each([
    ["families", "multiple-choice"],
    ["formats", "nextqa"],
    ["metrics", "macro-accuracy"],
    ["systems", "scripted"],
  ])("list %s shows %s", async (what, expected) => {
    const { status, stdout } = await cli(["list", what], { cwd: root.path });
    expect(status).toBe(0);
    expect(stdout).toContain(expected);
    const records = JSON.parse((await cli(["list", what, "--json"], { cwd: root.path })).stdout);
    expect(records[what].length).toBeGreaterThan(0);
  });

  it("list runs shows how far they are", async () => {
    const own = project(baselines);
    await json(["run"], own);
    expect((await cli(["list", "runs"], { cwd: own.path })).stdout).toMatch(
      /-try\s+try\s+complete/,
    );
  });

  it("tells in one line what the system refuses, and minds no reader that stops early", async () => {
    const own = project(baselines);
    own.write("runs", "a file where the directory of runs should be");
    const { status, stderr } = await cli(["run"], { cwd: own.path });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^error: (a part of the path is no folder: ENOTDIR|it exists already: EEXIST)/m,
    );
    expect(stderr).not.toContain("    at ");
    const closed = startCli(["list", "formats"], { cwd: root.path });
    closed.process.stdout!.destroy();
    expect((await closed.finished).stderr).toBe("");
  });

  it("suggests what was meant", async () => {
    const command = await cli(["rnu"], { cwd: root.path });
    expect([command.status, command.stderr]).toEqual([2, expect.stringContaining("run")]);
    const flag = await cli(["run", "--limt", "3"], { cwd: root.path });
    expect([flag.status, flag.stderr]).toEqual([2, expect.stringContaining("--limit")]);
    const underscore = await cli(["run", "--dry_run"], { cwd: project(baselines).path });
    expect(underscore.status).toBe(0);
  });

  it("help loads none of the heavy packages", async () => {
    const { status, stdout, stderr } = await startCli(["--help"], {
      cwd: root.path,
      env: { NODE_DEBUG: "esm" },
      fromSource: true,
    }).finished;
    expect(status).toBe(0);
    expect(stdout).toContain("score");
    const loaded = stderr.toLowerCase();
    expect(loaded).toContain("commander");
    for (const heavy of ["node_modules/zod", "node_modules/yaml", "duckdb", "node-av", "csv-parse"])
      expect(loaded).not.toContain(heavy);
  });
});

it("refuses an option with one value that is given twice, instead of losing the first", async () => {
  const twice = ["score", "--predictions", "a.csv", "--predictions", "b.csv"];
  const { status, stderr } = await cli(twice, { cwd: root.path });
  expect(status).toBe(2);
  expect(stderr).toContain("--predictions <file> is given twice");
});
