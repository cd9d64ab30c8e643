import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate, type RunDocument } from "../../src/evaluation/evaluate.ts";
import { type GateRequest, gateRun } from "../../src/evaluation/gate/gate-run.ts";
import type { GateCheck, GateDocument } from "../../src/summary/gate-summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const numbers = Array.from({ length: 80 }, (_, i) => i);
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const data = folder.file(
  "qa.jsonl",
  lines(
    numbers.map((i) => ({
      ...{ id: `q${i}`, group: `v${i % 20}`, question: "What?", type: "who" },
      ...{ choices: ["this", "that"], answer: 0 },
    })),
  ),
);
const isRight = {
  before: (i: number) => i % 4 > 0,
  // Other answers, and one more of them wrong.
  noisy: (i: number) => (i % 10 < 2 ? i % 3 > 0 : i % 4 > 0),
  worse: (i: number) => i % 4 > 0 && i % 3 > 0,
} as const;
const answersOf = (right: (i: number) => boolean, id: string) =>
  folder.file(
    `${id}.jsonl`,
    lines(numbers.map((i) => ({ id: `q${i}`, choice: right(i) ? 0 : 1 }))),
  );
const runs: Record<string, string> = {};

async function runOf(name: string, path: string, changes: object = {}) {
  const document = (await evaluate({
    name,
    tasks: [{ id: "qa", family: "multiple-choice", data: { path: data } }],
    systems: [{ kind: "chance" }, { id: "model", kind: "predictions", path }],
    output: join(folder.path, "runs"),
    ...changes,
  })) as RunDocument;
  runs[name] = document.directory;
}

const baseline = join(folder.path, "kept/baseline.json");

beforeAll(async () => {
  for (const [name, right] of Object.entries(isRight)) await runOf(name, answersOf(right, name));
  await gate("before", { saveBaseline: baseline });
});

async function gate(name: string, changes: Partial<GateRequest> = {}): Promise<GateDocument> {
  const { document } = await gateRun({
    ...{ run: runs[name]!, set: [], allowsDifferent: false, isOffline: true },
    onEvent: () => undefined,
    ...changes,
  });
  return document;
}

const stateOf = ({ checks }: GateDocument, kind: GateCheck["kind"]) =>
  checks.filter((check) => check.kind === kind).map(({ state }) => state);

describe("gate", () => {
  it("passes noise and fails a regression, by a run and by a file alike", async () => {
    const [noisy, worse, byRun] = [
      await gate("noisy", { baseline }),
      await gate("worse", { baseline }),
      await gate("worse", { baseline: runs.before }),
    ];
    expect([noisy.state, worse.state]).toEqual(["passed", "failed"]);
    expect(noisy.checks[0]!.regression!.difference).toBeLessThan(0);
    expect(worse.checks[0]).toMatchObject({
      ...{ kind: "regression", task: "qa", system: "model", state: "failed" },
      regression: {
        ...{ metric: "accuracy", baseline: 0.75, value: 0.5, difference: -0.25, margin: 0.02 },
        ...{ n: 80, groups: 20 },
      },
    });
    expect(worse.checks[0]!.reason).toContain("such a loss is shown");
    expect(worse.checks[0]!.reason).not.toContain("four times out of five");
    expect(byRun.checks).toEqual(worse.checks);
  });

  it("takes margin, level, metrics and proof from the configuration", async () => {
    const set = async (...values: string[]) =>
      stateOf(await gate("worse", { baseline, set: values }), "regression");
    expect(await set("gate.margin=0.3")).toEqual(["passed"]);
    expect(await set("gate.alpha=0.0000001")).toEqual(["undecided"]);
    const two = await gate("worse", { baseline, set: ["gate.metrics=[accuracy, parse-rate]"] });
    expect(stateOf(two, "regression")).toEqual(["failed", "passed"]);
    const [{ p, adjusted }] = two.checks.map(({ regression }) => regression!) as [
      NonNullable<GateCheck["regression"]>,
    ];
    expect(adjusted).toBeCloseTo(2 * p, 12);
    const strict = await gate("before", { baseline, set: ["gate.strict=true"] });
    expect(stateOf(strict, "regression")).toEqual(["undecided"]);
    expect(strict.checks[0]!.reason).toContain("none is ruled out");
    await expect(set("gate.metrics=[acuracy]")).rejects.toThrow('no task has a metric "acuracy"');
    await expect(set("gate.margin=2")).rejects.toThrow("gate.margin");
  });

  it("holds it to coverage, answers, readable replies, time and cost", async () => {
    const path = folder.file("thin.jsonl", lines([{ id: "q0", choice: 0 }]));
    await runOf("thin", path, { minCoverage: 0.9, minAnswered: 0.5 });
    const set = ["gate.maxP95Seconds=1", "gate.maxCost=1"];
    const thin = await gate("thin", { set });
    expect(stateOf(thin, "coverage")).toEqual(["failed"]);
    expect(stateOf(thin, "answered")).toEqual(["failed"]);
    expect(stateOf(thin, "parse rate")).toEqual(["passed"]);
    expect([...stateOf(thin, "latency"), ...stateOf(thin, "cost")]).toEqual([
      ...["undecided", "undecided"],
    ]);
    expect(thin.state).toBe("failed");
    expect((await gate("before", { set })).state).toBe("undecided");
  });

  it("keeps data that may not be handed on out of baselines", async () => {
    const tasks = (isShared: boolean) =>
      [true, isShared].map((redistribute, at) => ({
        ...{ id: `task${at}`, family: "multiple-choice", data: { path: data, redistribute } },
      }));
    await runOf("mixed", answersOf(isRight.before, "mixed"), { tasks: tasks(false) });
    const file = join(folder.path, "mixed.json");
    const { withheld } = await gateRun({
      ...{ run: runs.mixed!, set: [], allowsDifferent: false, isOffline: true },
      ...{ onEvent: () => undefined, saveBaseline: file },
    });
    expect(withheld).toEqual(["task1"]);
    expect(readFileSync(file, "utf8")).toContain("task0");
    expect(readFileSync(file, "utf8")).not.toContain("task1");
    await runOf("secret", answersOf(isRight.before, "secret"), { tasks: tasks(false).slice(1) });
    await expect(gate("secret", { saveBaseline: file })).rejects.toThrow("redistribute is false");
  });

  it("refuses a baseline of other data or rules, and one that was edited", async () => {
    const other = folder.file("other.jsonl", readFileSync(data, "utf8").replace("What?", "Who?"));
    const path = answersOf(isRight.noisy, "again");
    const task = { id: "qa", family: "multiple-choice", data: { path: other } };
    await runOf("moved", path, { tasks: [task] });
    await expect(gate("moved", { baseline })).rejects.toThrow(
      /79 samples are the same, 1 are only in the run and 1 only in the baseline; 1 have the same id/,
    );
    const allowed = await gate("moved", { baseline, allowsDifferent: true });
    expect(allowed.checks[0]!.regression!.n).toBe(79);
    expect(allowed.notes.join()).toContain("79 samples are the same");
    await runOf("excluding", path, {
      tasks: [{ ...task, data: { path: data }, unanswered: "exclude" }],
    });
    await expect(gate("excluding", { baseline })).rejects.toThrow(
      "unanswered:exclude instead of unanswered:empty",
    );
    const edited = folder.file(
      "edited.json",
      readFileSync(baseline, "utf8").replace('"value":0.75', '"value":0.05'),
    );
    await expect(gate("before", { baseline: edited })).rejects.toThrow("changed after it was");
  });

  it("says what the baseline has and the run has not, and the other way round", async () => {
    const two = {
      systems: ["one", "two"].map((id) => ({
        ...{ id, kind: "predictions", path: join(folder.path, "before.jsonl") },
      })),
    };
    await runOf("two", "", two);
    const file = join(folder.path, "two.json.gz");
    await gate("two", { saveBaseline: file });
    expect(gunzipSync(readFileSync(file)).toString()).toContain("vidimus-baseline/1");
    await runOf("one", "", { systems: two.systems.slice(0, 1) });
    const missing = await gate("one", { baseline: file });
    expect(
      missing.checks.map(({ system, state, measured }) => [system, state, measured]),
    ).toContainEqual(["two", "undecided", "not in the run"]);
    await gate("one", { saveBaseline: join(folder.path, "one.json") });
    const more = await gate("two", { baseline: join(folder.path, "one.json") });
    expect(more).toMatchObject({ state: "passed", notes: ["qa, two: not in the baseline"] });
    const other = folder.file("asked.jsonl", readFileSync(data, "utf8").replace("What?", "Why?"));
    const task = { id: "qa", family: "multiple-choice", data: { path: other } };
    await runOf("asked", "", { ...two, tasks: [task] });
    await expect(gate("asked", { baseline: file })).rejects.toThrow(
      /What differs:\n {2}task qa, one, two: the data: [^\n]*$/,
    );
    await expect(gate("two", { baseline: runs.before })).rejects.toThrow("has none of the run's");
    const named = await gate("two", { run: `${runs.two}#two`, baseline: runs.before });
    expect(named.checks[0]).toMatchObject({ system: "two", state: "passed" });
  });

  it("needs neither the old run nor its data for a baseline from a file", async () => {
    renameSync(runs.before!, `${runs.before}-gone`);
    expect((await gate("noisy", { baseline })).state).toBe("passed");
    renameSync(`${runs.before}-gone`, runs.before!);
    const text = readFileSync(baseline, "utf8");
    expect(text).not.toContain("What?");
    expect(text.split("\n")).toHaveLength(4);
  });

  it("ends with 100, 3 and 2, and speaks to GitHub", async () => {
    const summary = join(folder.path, "summary.md");
    writeFileSync(summary, "before\n");
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
    const failed = await cli(
      ["gate", runs.worse!, "--baseline", baseline, "--junit", "reports/gate.xml", "--json"],
      { cwd: folder.path, env },
    );
    expect(failed.status, failed.stderr).toBe(100);
    expect((JSON.parse(failed.stdout) as GateDocument).schema).toBe("vidimus-gate/1");
    expect(failed.stderr).toContain(
      "::error title=vidimus%3A qa%2C model%3A Accuracy against the baseline::75.00 %25",
    );
    expect(readFileSync(summary, "utf8")).toMatch(/^before\n## Gate failed: 1 of 5 checks/);
    expect(readFileSync(join(folder.path, "reports/gate.xml"), "utf8")).toContain('failures="1"');
    const open = await cli(["gate", runs.before!, "--baseline", baseline, "--strict"], {
      cwd: folder.path,
    });
    expect(open.status, open.stderr).toBe(3);
    expect(open.stdout).not.toContain("::");
    const refused = await cli(["gate", "nowhere", "--junit", "none.xml", "--markdown", "none.md"], {
      cwd: folder.path,
      env,
    });
    expect(refused.status).toBe(2);
    expect(refused.stdout).toContain("::error title=vidimus%3A Refused::no run in nowhere");
    expect(readFileSync(summary, "utf8")).toContain("no run in nowhere");
    expect(readFileSync(join(folder.path, "none.md"), "utf8")).toContain("no run in nowhere");
    expect(readFileSync(join(folder.path, "none.xml"), "utf8")).toContain('failures="1"');
    const limits = ["--min-coverage", "1", "--min-answered", "0.999", "--json"];
    const strict = await cli(["gate", runs.before!, ...limits], { cwd: folder.path });
    const rules = (JSON.parse(strict.stdout) as GateDocument).checks.flatMap(({ kind, rule }) =>
      kind === "coverage" || kind === "answered" ? [rule] : [],
    );
    expect(rules).toEqual(["at least 100 %", "at least 99.90 %"]);
  });
});
