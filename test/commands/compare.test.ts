import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { compareSources } from "../../src/evaluation/compare/compare-sources.ts";
import { gatherRun } from "../../src/evaluation/compare/gather-run.ts";
import { gatherStored } from "../../src/evaluation/compare/gather-stored.ts";
import { evaluate, type RunDocument } from "../../src/evaluation/evaluate.ts";
import { comparisonHtml } from "../../src/report/html/comparison-html.ts";
import { comparisonMarkdown } from "../../src/report/markdown/comparison-markdown.ts";
import { comparisonText } from "../../src/report/text/comparison-text.ts";
import type { ComparisonDocument } from "../../src/summary/comparison-summary.ts";
import { cli } from "../support/cli.ts";
import { plainStyle } from "../support/plain-style.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const numbers = Array.from({ length: 80 }, (_, i) => i);
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const questions = (answer: (i: number) => number) =>
  lines(
    numbers.map((i) => ({
      ...{ id: `q${i}`, group: `v${i % 20}`, question: "What?", type: i % 4 === 0 ? "why" : "who" },
      ...{ choices: ["this", "that"], answer: answer(i) },
    })),
  );
const answers = (isRight: (i: number) => boolean, to = numbers) =>
  lines(to.map((i) => ({ id: `q${i}`, choice: isRight(i) ? 0 : 1 })));
const data = folder.file(
  "qa.jsonl",
  questions(() => 0),
);
const files = {
  old: folder.file(
    "old.jsonl",
    answers((i) => i % 3 > 0),
  ),
  new: folder.file(
    "new.jsonl",
    answers((i) => i % 8 > 0),
  ),
};
const runs: Record<string, string> = {};

async function runOf(name: string, path: string, systems: Record<string, string>, more = {}) {
  const document = (await evaluate({
    name,
    tasks: [{ id: "qa", family: "multiple-choice", data: { path }, ...more }],
    systems: [
      { kind: "chance" },
      ...Object.entries(systems).map(([id, file]) => ({ id, kind: "predictions", path: file })),
    ],
    output: join(folder.path, "runs"),
  })) as RunDocument;
  runs[name] = document.directory;
}

beforeAll(async () => {
  await runOf("before", data, { model: files.old });
  await runOf("after", data, { model: files.new });
  await runOf("both", data, { small: files.old, large: files.new });
  const relabelled = folder.file(
    "relabelled.jsonl",
    questions((i) => (i < 5 ? 1 : 0)),
  );
  await runOf("relabelled", relabelled, { model: files.new });
  await runOf("excluded", data, { model: files.new }, { unanswered: "exclude" });
});

const reading = {
  onEvent: () => undefined,
  set: [],
  isOffline: undefined,
  select: () => undefined,
} as const;
const request = { allowsDifferent: false, mostFlips: 3, seed: 1, notes: [] } as const;

/** Compares runs, as `name` or `name#system`. */
async function compare(names: readonly string[], changes = {}): Promise<ComparisonDocument> {
  const gathered = await Promise.all(
    names.map(async (source) => {
      const [name, system] = source.split("#");
      return { source, systems: await gatherRun({ directory: runs[name!]!, system }, reading) };
    }),
  );
  return compareSources(gathered, { ...request, ...changes });
}

const headlines = ({ tasks }: ComparisonDocument) =>
  tasks.flatMap(({ comparisons }) =>
    comparisons.map(({ baseline, system, metrics }) => [
      baseline,
      system,
      metrics.accuracy!.difference,
    ]),
  );
const gain = expect.closeTo(70 / 80 - 53 / 80, 12);

describe("compare", () => {
  it("is, as Markdown, what it was", async () => {
    await expect(comparisonMarkdown(await compare(["before", "after"]))).toMatchFileSnapshot(
      "compare.golden.md",
    );
  });

  it("takes runs, systems of runs, and the systems of one run", async () => {
    expect(headlines(await compare(["before", "after"]))).toEqual([["before", "after", gain]]);
    expect(headlines(await compare(["both#small", "both#large"]))).toEqual([
      ["small", "large", gain],
    ]);
    expect(headlines(await compare(["both"]))).toEqual([["small", "large", gain]]);
    expect(headlines(await compare(["both", "both"]))).toEqual([
      ["both (1)", "both (2)", 0],
      ["both (1)", "both (2)", 0],
    ]);
    await expect(compare(["before"])).rejects.toThrow("has but one system to compare");
    await expect(compare(["both", "after"])).rejects.toThrow("both has several systems");
    await expect(compare(["both#tiny", "after"])).rejects.toThrow('has no system "tiny"');
  });

  it("compares the systems of each task of a run, whichever these are", async () => {
    const many = (await evaluate({
      name: "tasks",
      tasks: ["one", "two", "three"].map((id) => ({
        id,
        family: "multiple-choice",
        data: { path: data },
        systems: { one: ["a", "b"], two: ["b", "c"], three: ["c"] }[id],
      })),
      systems: ["a", "b", "c"].map((id) => ({ id, kind: "predictions", path: files.old })),
      output: join(folder.path, "tasks"),
    })) as RunDocument;
    runs.tasks = many.directory;
    const found = await compare(["tasks"]);
    expect(headlines(found)).toEqual([
      ["a", "b", 0],
      ["b", "c", 0],
    ]);
    expect(found.notes).toEqual(["task three: not compared, since c is its only system"]);
  });

  it("says which samples have no answer, and which answers no sample", async () => {
    const half = folder.file(
      "half.jsonl",
      `${answers((i) => i % 3 > 0, numbers.slice(40))}\n{"id":"q999","choice":0}`,
    );
    await runOf("half", data, { model: half });
    const found = await compare(["before", "half"]);
    expect(found.tasks[0]!.comparisons[0]!.unanswered).toEqual([
      {
        ...{ system: "half", planned: 80, policy: "empty" },
        outcomes: [{ outcome: "missing", count: 40, samples: expect.any(Array) }],
      },
    ]);
    const text = comparisonText(
      found,
      { all: false, flips: false },
      { style: plainStyle, width: 200 },
    );
    expect(text).toContain("half: 40 of 80 samples without an answer (40 missing)");
    expect(text).toMatch(/half\.jsonl: 1 .*"q999"/);
    const words = ["--family", "multiple-choice", "--data", data, "--json"];
    const byFiles = await cli(["compare", files.old, half, ...words], { cwd: folder.path });
    expect(JSON.parse(byFiles.stdout)).toMatchObject({
      notes: [expect.stringContaining("q999")],
      tasks: [{ comparisons: [{ unanswered: [{ planned: 80 }] }] }],
    });
  });

  it("lists the tasks of a run in the order of its configuration", async () => {
    const task = { family: "multiple-choice", data: { path: data } };
    const { directory } = (await evaluate({
      name: "ordered",
      tasks: [
        { ...task, id: "z", systems: ["large", "other"] },
        { ...task, id: "a", systems: ["small", "large"] },
      ],
      systems: [
        { id: "small", kind: "predictions", path: files.old },
        { id: "large", kind: "predictions", path: files.new },
        { id: "other", kind: "predictions", path: files.old },
      ],
      output: join(folder.path, "runs"),
    })) as RunDocument;
    const systems = await gatherRun({ directory }, reading);
    const { tasks } = await compareSources([{ source: "ordered", systems }], request);
    expect(tasks.map(({ id }) => id)).toEqual(["z", "a"]);
  });

  it("names files and runs as shortly as tells them apart", async () => {
    const names = async (...paths: readonly string[]) => {
      const systems = await gatherRun({ directory: runs.before! }, reading);
      const { tasks } = await compareSources(
        paths.map((source) => ({ source, systems })),
        request,
      );
      const { baseline, system } = tasks[0]!.comparisons[0]!;
      return [baseline, system];
    };
    expect(await names("/runs/20261115-120000-old", "/runs/20261116-090000-new")).toEqual([
      "old",
      "new",
    ]);
    expect(await names("/runs/20261115-120000-old", "/runs/20261116-090000-old")).toEqual([
      "20261115-120000-old",
      "20261116-090000-old",
    ]);
    expect(await names("/far/away/x/a.jsonl", "/far/away/a.jsonl")).toEqual([
      "x/a.jsonl",
      "a.jsonl",
    ]);
  });

  it("refuses other data and other rules, names them, and goes on where that is allowed", async () => {
    await expect(compare(["before", "relabelled"])).rejects.toThrow(
      "the data: 75 samples are the same, 5 are only in relabelled and 5 only in before; 5 have the same id and other content",
    );
    await expect(compare(["before", "excluded"])).rejects.toThrow(
      /the rules of accuracy.*: unanswered:exclude instead of unanswered:empty/,
    );
    const allowed = await compare(["before", "relabelled"], { allowsDifferent: true });
    const [comparison] = allowed.tasks[0]!.comparisons;
    expect(comparison!.samples).toMatchObject({ aligned: 75, leftOut: 10 });
    expect(comparison!.notes![0]).toContain("5 have the same id and other content");
  });

  it("says whose intervals rest on few groups, and has heads that leave room for figures", async () => {
    const found = await compare(["before", "after"]);
    const [task] = found.tasks;
    const [comparison] = task!.comparisons;
    const { accuracy, ...others } = comparison!.metrics;
    const sure = Object.entries(others).map(([id, score]) => [id, { ...score, interval: "sure" }]);
    const named = {
      ...comparison!,
      system: "a-name-of-many-letters",
      metrics: { accuracy, ...Object.fromEntries(sure) },
    };
    const document = { ...found, tasks: [{ ...task!, comparisons: [named] }] };
    const text = comparisonText(
      document,
      { all: true, flips: false },
      { style: plainStyle, width: 80 },
    );
    expect(text).toContain("\nAccuracy: caution: only 20 groups");
    expect(text).toMatch(/\nmetric +baseline +system +difference/);
    expect(text).toContain("a-name-of-many-letters against before\n");
  });

  it("draws as the runs did, unless another seed is given", async () => {
    const seeded = await compare(["before", "after"], { seed: undefined });
    expect(seeded.tasks[0]!.comparisons).toEqual(
      (await compare(["before", "after"])).tasks[0]!.comparisons,
    );
    const other = await compare(["before", "after"], { seed: 7 });
    const gathered = await gatherRun({ directory: runs.before! }, { ...reading, set: ["seed=7"] });
    const [after] = await gatherRun({ directory: runs.after! }, reading);
    const own = await compareSources(
      [
        { source: "before", systems: gathered },
        { source: "after", systems: [after!] },
      ],
      { ...request, seed: undefined },
    );
    expect(own.tasks[0]!.comparisons).toEqual(other.tasks[0]!.comparisons);
    expect(own.tasks[0]!.comparisons).not.toEqual(seeded.tasks[0]!.comparisons);
  });

  it("says for every comparison what it says in a run of both", async () => {
    const { tasks } = (await evaluate({
      name: "both",
      tasks: [{ id: "qa", family: "multiple-choice", data: { path: data } }],
      systems: [
        { id: "before", kind: "predictions", path: files.old },
        { id: "after", kind: "predictions", path: files.new },
      ],
      output: join(folder.path, "others"),
    })) as RunDocument;
    const own = (await compare(["before", "after"])).tasks[0]!.comparisons[0]!;
    const { accuracy } = tasks[0]!.comparisons![0]!.metrics;
    expect(own.metrics.accuracy).toEqual(accuracy);
    expect(own.slices!.type!.why!.n).toBe(20);
  });

  it("compares what runs stored where their data is gone", async () => {
    const stored = await Promise.all(
      ["before", "after"].map(async (source) => ({
        source,
        systems: await gatherStored({ directory: runs[source]! }),
      })),
    );
    const found = (await compareSources(stored, request)).tasks[0]!.comparisons[0]!;
    const { metrics, flips } = (await compare(["before", "after"])).tasks[0]!.comparisons[0]!;
    expect(Object.keys(found.metrics)).toEqual(["accuracy", "parse-rate"]);
    const { difference, p, changes, n } = metrics.accuracy!;
    expect(found.metrics.accuracy).toMatchObject({ difference, changes, n });
    expect(found.metrics.accuracy!.p).toBeCloseTo(p!, 3);
    expect(found.flips).toMatchObject({ wins: flips!.wins, losses: flips!.losses });
  });

  it("is drawn for terminals and browsers", async () => {
    const document = await compare(["both"]);
    for (const width of [60, 80, 160]) {
      const text = comparisonText(
        document,
        { all: true, flips: true },
        { style: plainStyle, width },
      );
      for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(width);
      expect(text).toContain("large against small");
      expect(text).toMatch(/q\d+ +loss +1 +0/);
    }
    const page = comparisonHtml(document, { version: "1", createdAt: "now", command: "<b>" });
    expect(page).toContain("&lt;b&gt;");
    expect(page).toContain("relative difference");
    expect(page).toMatch(/<svg[^>]*aria-label="Accuracy: difference to small: large \+21\.25/);
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });
});

describe("vidimus compare", () => {
  it("compares files of predictions and writes what is asked for", async () => {
    const partly = folder.file(
      "part/new.jsonl",
      answers((i) => i % 8 > 0, numbers.slice(1)),
    );
    const { stdout, status, stderr } = await cli(
      [
        ...["compare", "old.jsonl", partly, "--family", "multiple-choice", "--data", "qa.jsonl"],
        ...["--json", "--flips", "2", "--csv", "c.csv", "--markdown", "c.md", "--html", "c.html"],
      ],
      { cwd: folder.path },
    );
    expect(status, stderr).toBe(0);
    const { tasks } = JSON.parse(stdout) as ComparisonDocument;
    const [comparison] = tasks[0]!.comparisons;
    expect(comparison!.metrics.accuracy).toMatchObject({
      ...{ difference: gain, low: expect.any(Number), high: expect.any(Number) },
      ...{ p: expect.any(Number), minimumDetectableEffect: expect.any(Number) },
    });
    expect(comparison!.flips!.samples).toHaveLength(2);
    // A file that lacks an answer has failed it by its own doing.
    expect(comparison!.samples).toEqual({ aligned: 80, leftOut: 0, reasons: [] });
    const rows = readFileSync(join(folder.path, "c.csv"), "utf8").split("\n");
    expect(rows[1]).toMatch(/^qa,new,old,accuracy,,,0\.6625,0\.875,0\.2125/);
    expect(readFileSync(join(folder.path, "c.md"), "utf8")).toContain("### new against old");
    expect(readFileSync(join(folder.path, "c.html"), "utf8")).toContain("new against old");
  });

  it("says what is missing, and reads runs without their data", async () => {
    const bare = await cli(["compare", "old.jsonl", "new.jsonl"], { cwd: folder.path });
    expect(bare.status).toBe(2);
    expect(bare.stderr).toContain("--family and --data is missing");
    renameSync(data, `${data}.away`);
    const { stdout, status } = await cli(["compare", runs.before!, runs.after!], {
      cwd: folder.path,
    });
    renameSync(`${data}.away`, data);
    expect(status).toBe(0);
    expect(stdout).toContain("the data is not there");
    expect(stdout).toMatch(/Accuracy +66\.25 % +87\.50 % +\+21\.25/);
  });
});

describe("vidimus compare of reports", () => {
  const report = (recall: number, model: string) =>
    JSON.stringify({ config: { llm_model: model }, rag_metrics: { recall_at_5: recall } });

  it("shows what figures say without samples, and says what they cannot", async () => {
    folder.file("v1.json", report(0.8, "8b"));
    folder.file("v2.json", report(0.6, "72b"));
    const args = ["compare", "v1.json", "v2.json"];
    const { status, stdout, stderr } = await cli([...args, "--output", "comparison.md"], {
      cwd: folder.path,
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/rag_metrics\.recall_at_5 +0\.8000 +0\.6000 +−0\.2000 +−25\.0%/);
    expect(stdout).toContain("no interval, no test and no list of changed answers");
    expect(readFileSync(join(folder.path, "comparison.md"), "utf8")).toContain(
      "| rag\\_metrics.recall\\_at\\_5 | 0.8000 | 0.6000 | −0.2000 | −25.0% |",
    );
    const json = await cli([...args, "--json"], { cwd: folder.path });
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema: "vidimus-report-comparison/1",
      settings: [{ name: "config.llm_model", values: ["8b", "72b"] }],
    });
  });

  it("refuses an unknown ending, and files that are neither reports nor runs", async () => {
    folder.file("v1.json", report(0.8, "8b"));
    folder.file("list.json", "[1, 2]");
    const ended = async (...args: readonly string[]) => {
      const { status, stderr } = await cli(["compare", "v1.json", ...args], { cwd: folder.path });
      return [status, stderr.split("\n")[0]];
    };
    expect(await ended("v1.json", "--output", "x.txt")).toEqual([
      2,
      "error: --output x.txt: unknown ending",
    ]);
    expect(await ended("list.json")).toEqual([
      2,
      expect.stringContaining("--family and --data is missing"),
    ]);
  });
});
