import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const count = 20;

interface Project {
  /** The rows of the predictions file. */
  readonly answers: readonly object[];
  /** Lines of the configuration besides. */
  readonly more?: string;
}

const id = (at: number) => `clip-${at}`;
const colours = ["red", "blue", "green"];

function project(name: string, { answers, more = "" }: Project): string {
  const path = join(folder.path, name);
  mkdirSync(path);
  const rows = Array.from({ length: count }, (_, at) => ({
    id: id(at),
    question: "Which colour?",
    choices: colours,
    answer: at % 3,
  }));
  writeFileSync(join(path, "qa.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
  writeFileSync(join(path, "answers.jsonl"), answers.map((row) => JSON.stringify(row)).join("\n"));
  writeFileSync(
    join(path, "vidimus.yaml"),
    `name: seen
tasks:
  - { id: qa, family: multiple-choice, data: { path: qa.jsonl } }
systems:
  - { id: mine, kind: predictions, path: answers.jsonl }
  - { id: silent, kind: empty }
${more}`,
  );
  return path;
}

const answersOf = (of: number, reply: (at: number) => object) =>
  Array.from({ length: of }, (_, at) => ({ id: id(at), ...reply(at) }));
const unreadable = answersOf(count, () => ({ reply: "I would have to see it." }));
const half = answersOf(count / 2, (at) => ({ choice: at % 3 }));
const plain = [
  "score",
  "--family",
  "multiple-choice",
  "--data",
  "qa.jsonl",
  "--predictions",
  "answers.jsonl",
];
const runOf = (cwd: string) => join(cwd, "runs", readdirSync(join(cwd, "runs"))[0]!);
const firstLine = (text: string) => text.split("\n\n")[0]!.replaceAll(/\s+/g, " ");

describe("a system of which hardly anything can be read", () => {
  const cwd = project("unreadable", { answers: unreadable });
  const said =
    "Too little to judge by: mine: 0 of 20 samples have a readable answer (20 unparsed), fewer than minAnswered (50 %)";

  it("is named in the first line of a run, in its report, in JSON and by the exit code", async () => {
    const { status, stdout } = await cli(["run"], { cwd });
    expect(firstLine(stdout)).toContain(said);
    expect(stdout.startsWith("Too little to judge by")).toBe(true);
    expect(status).toBe(3);
    const summary = JSON.parse(readFileSync(join(runOf(cwd), "metrics.json"), "utf8"));
    expect(summary.shortfalls).toEqual([
      {
        task: "qa",
        system: "mine",
        measure: "answered",
        value: 0,
        least: 0.5,
        samples: 20,
        text: expect.stringContaining("0 of 20"),
      },
    ]);
    expect(summary.tasks[0].systems[0]).toMatchObject({ coverage: 1, answered: 0 });
    expect(summary.tasks[0].systems[1]).toMatchObject({ coverage: 1, answered: 1 });
    expect(readFileSync(join(runOf(cwd), "report.html"), "utf8")).toContain(
      "Too little to judge by",
    );
  });

  it("is named by a run that was complete before, and by score", async () => {
    for (const args of [["run"], ["score", runOf(cwd)], plain]) {
      const { status, stdout, stderr } = await cli(args, { cwd });
      expect(stdout, stderr).toMatch(/^Too little to judge by/);
      expect(status).toBe(3);
    }
  });

  it("is let through where the minimum is set to nothing", async () => {
    for (const args of [
      ["run", "--set", "minAnswered=0"],
      ["score", runOf(cwd), "--set", "minAnswered=0"],
      [...plain, "--min-answered", "0"],
    ]) {
      const { status, stdout, stderr } = await cli(args, { cwd });
      expect(stdout).not.toContain("Too little");
      expect(status, stderr).toBe(0);
    }
  });
});

describe("a predictions file that lacks samples", () => {
  const targets = 'targets: { qa: { coverage: ">= 0.98", answered: ">= 0.4" } }\n';
  const cwd = project("half", {
    answers: [...half, { id: "elsewhere", choice: 1 }],
    more: targets,
  });

  it("covers only what it answers, and still scores the rest as empty", async () => {
    const { status, stdout } = await cli(["run", "--json"], { cwd });
    expect(status).toBe(3);
    const [mine] = JSON.parse(stdout).tasks[0].systems;
    expect(mine).toMatchObject({
      n: 20,
      total: 20,
      coverage: 0.5,
      answered: 0.5,
      metrics: { accuracy: { value: 0.5, n: 20 } },
    });
    expect(mine.remarks.join()).toContain(
      '1 prediction belongs to no sample of this task ("elsewhere")',
    );
    expect(
      mine.targets.map(({ metric, verdict }: Record<string, string>) => [metric, verdict]),
    ).toEqual([
      ["coverage", "not met"],
      ["answered", "met"],
    ]);
  });

  it("stands in every table with both shares", async () => {
    const { stdout } = await cli(["run"], { cwd });
    expect(stdout).toMatch(/coverage +answered/);
    expect(stdout).toMatch(/mine .* 50\.00 % +50\.00 %/);
    expect(firstLine(stdout)).toContain(
      "10 of 20 samples are in its predictions (10 missing), fewer than minCoverage (90 %)",
    );
  });

  it("is let through by score where the minimum is set", async () => {
    expect((await cli(plain, { cwd })).status).toBe(3);
    expect((await cli([...plain, "--min-coverage", "0.5"], { cwd })).status).toBe(0);
    const { status, stderr } = await cli([...plain, "--min-coverage", "50"], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringContaining("--min-coverage")]);
  });
});

describe("predictions whose ids match no sample", () => {
  it.each([
    ["file endings", (at: number) => `${id(at)}.mp4`, 'without ".mp4"'],
    ["capitals", (at: number) => id(at).toUpperCase(), "capitals"],
    ["folders", (at: number) => `videos/${id(at)}`, 'without "videos/"'],
    ["anything else", (at: number) => `row ${at + 100}`, "whose ids"],
  ])("are an error that shows ids of both sides: %s", async (name, rename, hint) => {
    const answers = answersOf(count, (at) => ({ choice: 0, id: rename(at) }));
    const cwd = project(`none-${name.replaceAll(" ", "-")}`, { answers });
    for (const args of [["run"], plain]) {
      const { status, stderr } = await cli(args, { cwd });
      expect(status, stderr).toBe(2);
      expect(stderr).toContain(
        "answers.jsonl: none of its 20 predictions is about a sample of the task",
      );
      expect(stderr).toContain('"clip-0"');
      expect(stderr).toContain(JSON.stringify(rename(0)));
      expect(stderr).toContain(hint);
    }
    expect(() => runOf(cwd)).toThrow();
  });
});

describe("a matrix", () => {
  it("names the rows in which too little was covered, and ends with 3", async () => {
    const more = "matrix: { axes: { systems.mine.path: [answers.jsonl, half.jsonl] } }\n";
    const cwd = project("matrix", {
      answers: answersOf(count, (at) => ({ choice: at % 3 })),
      more,
    });
    writeFileSync(join(cwd, "half.jsonl"), half.map((row) => JSON.stringify(row)).join("\n"));
    const { status, stdout, stderr } = await cli(["run"], { cwd });
    expect(status, stderr).toBe(3);
    expect(firstLine(stdout)).toContain(
      "Too little to judge by: path-half.jsonl: mine: 10 of 20 samples are in its predictions (10 missing)",
    );
    const [directory] = readdirSync(join(cwd, "runs"));
    const matrix = JSON.parse(readFileSync(join(cwd, "runs", directory!, "matrix.json"), "utf8"));
    expect(
      matrix.rows.map(({ coverage, answered }: Record<string, number>) => [coverage, answered]),
    ).toEqual([
      [1, 1],
      [0.5, 0.5],
    ]);
    expect(readFileSync(join(cwd, "runs", directory!, "matrix.md"), "utf8")).toContain(
      "lowest answered",
    );
  });
});

describe("one system with a predictions file for each task", () => {
  const two = (path: string) => `name: two
tasks:
  - { id: qa, family: multiple-choice, data: { path: qa.jsonl } }
  - { id: again, family: multiple-choice, data: { path: qa.jsonl } }
systems:
  - { id: mine, kind: predictions, path: ${path} }
`;
  const cwd = project("two", { answers: answersOf(count, (at) => ({ choice: at % 3 })) });
  writeFileSync(
    join(cwd, "other.jsonl"),
    answersOf(count, () => ({ choice: 0 }))
      .map((row) => JSON.stringify(row))
      .join("\n"),
  );

  it("answers each task from its own", async () => {
    writeFileSync(join(cwd, "vidimus.yaml"), two("{ qa: answers.jsonl, again: other.jsonl }"));
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd });
    expect(status, stderr).toBe(0);
    const { tasks, directory } = JSON.parse(stdout);
    expect(
      tasks.map(
        (task: { systems: [{ metrics: { accuracy: { value: number } } }] }) =>
          task.systems[0].metrics.accuracy.value,
      ),
    ).toEqual([1, 0.35]);
    const { files } = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8"));
    expect(Object.keys(files).filter((path) => /(answers|other)\.jsonl$/.test(path))).toHaveLength(
      2,
    );
  });

  it.each([
    ["{ qa: answers.jsonl }", "for qa"],
    ["{ qa: answers.jsonl, again: vidimus.yaml }", "vidimus.yaml"],
  ])("names task and system where one does not fit: %s", async (path, words) => {
    writeFileSync(join(cwd, "vidimus.yaml"), two(path));
    const { status, stderr } = await cli(["run"], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('task "again", system "mine": ');
    expect(stderr).toContain(words);
  });
});
