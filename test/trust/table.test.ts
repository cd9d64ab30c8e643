import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate, type RunDocument } from "../../src/evaluation/evaluate.ts";
import { reportHtml } from "../../src/report/html/html.ts";
import { summaryMarkdown } from "../../src/report/markdown/markdown.ts";
import { overviewTable } from "../../src/report/table/overview-table.ts";
import { overviewLatex } from "../../src/report/text/latex.ts";
import { type Overview, overviewOf } from "../../src/summary/overview.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const count = 40;
let first: RunDocument;
let second: RunDocument;

/** Answers of which those to the first questions are right. */
function answers(name: string, right: number): void {
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `q${at}`, choice: at < right ? 0 : 1 }),
  );
  folder.file(`${name}.jsonl`, lines.join("\n"));
}

function config(name: string, systems: readonly string[]): void {
  const listed = systems.map((id) => `  - { id: ${id}, kind: predictions, path: ${id}.jsonl }`);
  folder.file(
    `${name}.yaml`,
    `name: ${name}
tasks:
  - { id: qa, family: multiple-choice, data: { path: qa.jsonl } }
  - { id: again, family: multiple-choice, data: { path: qa.jsonl } }
systems:
${listed.join("\n")}
  - { kind: oracle }
references:
  - { name: people_2, task: qa, metric: accuracy, value: 0.91, low: 0.88, high: 0.93, source: "A & B 2025" }
`,
  );
}

beforeAll(async () => {
  folder.file(
    "qa.jsonl",
    Array.from({ length: count }, (_, at) =>
      JSON.stringify({ id: `q${at}`, question: `${at}?`, choices: ["a", "b"], answer: 0 }),
    ).join("\n"),
  );
  answers("good", 36);
  answers("near", 35);
  answers("poor", 10);
  config("first", ["near", "good", "poor"]);
  config("second", ["near", "poor"]);
  first = (await evaluate(join(cwd, "first.yaml"))) as RunDocument;
  second = (await evaluate(join(cwd, "second.yaml"))) as RunDocument;
});

function marks({ rows }: Overview): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    rows.map(({ run, system, cells }) => [
      run === undefined ? system : `${run} ${system}`,
      cells[0]?.mark,
    ]),
  );
}

describe("an overview of systems and tasks", () => {
  it("marks the best, those not shown to be worse, and those that are", () => {
    const overview = overviewOf([{ name: "first", summary: first }]);
    expect(marks(overview)).toEqual({
      near: "unclear",
      good: "best",
      poor: "worse",
      oracle: null,
      people_2: null,
    });
    const { rows, notes } = overviewTable(overview);
    expect(rows[1]![1]).toMatch(/^90\.00 % ★ \(\d+\.\d–\d+\.\d\)$/);
    expect(rows.at(-1)).toEqual(["people_2 †", "91.00 % (88.0–93.0)", "–"]);
    expect(notes).toContain("† people_2: published, not measured here (A & B 2025)");
  });

  it("is what a report and its Markdown begin with", () => {
    const about = {
      version: "1",
      createdAt: "",
      directory: "",
      command: "",
      config: "",
      facts: [],
    };
    const page = reportHtml(first, about);
    expect(page.indexOf('id="overview"')).toBeGreaterThan(0);
    expect(page.indexOf('id="overview"')).toBeLessThan(page.indexOf('id="task-1"'));
    expect(page).toContain("ublished, not measured here: people_2");
    expect(summaryMarkdown(first).indexOf("### Overview")).toBeGreaterThan(0);
    const { tasks, ...rest } = first;
    expect(reportHtml({ ...rest, tasks: tasks.slice(0, 1) }, about)).toContain('id="overview"');
  });

  it("is a table of booktabs in which nothing of a name is a command", () => {
    const latex = overviewLatex(overviewOf([{ name: "first", summary: first }]));
    expect(latex).toContain("\\toprule");
    expect(latex).toContain(
      "{\\footnotesize bold: best score; $\\approx$ not shown to be worse than it; without a mark: shown to be worse (paired test by groups, p \\textless{} .05 after Holm), except where nothing is compared: baselines, published results.",
    );
    const [qa, again] = first.tasks;
    const lone = { ...again!, systems: again!.systems.filter(({ id }) => id === "good") };
    const summary = { ...first, tasks: [qa!, lone] };
    expect(overviewLatex(overviewOf([{ name: "first", summary }]))).toContain(
      "except where nothing is compared: the task again, baselines",
    );
    expect(latex).toContain("\\textbf{90.00} {\\scriptsize [");
    expect(latex).toContain("87.50$^{\\approx}$ {\\scriptsize [");
    expect(latex).toContain(
      "people\\_2 $^{\\dagger}$ & 91.00 {\\scriptsize [88.0--93.0]} & -- \\\\",
    );
  });
});

describe("vidimus table", () => {
  it("marks nothing across other data, and says what was not tested", async () => {
    const lines = readFileSync(join(cwd, "qa.jsonl"), "utf8").split("\n");
    folder.file("part.jsonl", lines.slice(0, 30).join("\n"));
    const other = (await evaluate(join(cwd, "second.yaml"), {
      set: ["tasks.qa.data.path=part.jsonl", "name=part"],
    })) as RunDocument;
    const given = [first, other].map(({ directory }) => directory!);
    const { stdout } = await cli(["table", ...given, "--json"], { cwd });
    // The part has better scores, which say nothing beside those of the whole.
    expect(Object.values(marks(JSON.parse(stdout)))).toEqual([
      ...["unclear", "best", "worse", "apart", "apart", null],
    ]);
    const text = await cli(["table", ...given], { cwd });
    expect(text.stdout).toContain("‡ other data or other");
    const untested = await cli(["table", ...given, "--no-tests", "--json"], { cwd });
    expect(untested.status, untested.stderr).toBe(0);
    expect(new Set(Object.values(marks(JSON.parse(untested.stdout))))).toEqual(new Set([null]));
  });

  it("has a sign for what was not tested", () => {
    const { tasks, ...rest } = first;
    const untested = tasks.map(({ comparisons: _, pairs: __, ...task }) => task);
    const overview = overviewOf([{ name: "first", summary: { ...rest, tasks: untested } }]);
    expect(marks(overview)).toMatchObject({ near: "untested", good: "best", poor: "untested" });
    const { notes } = overviewTable(overview);
    expect(notes![1]).toBe("★ best score; ? not tested against it");
  });

  it("tests systems of several runs against each other", async () => {
    const given = [first, second].map(({ directory }) => directory!);
    const { status, stdout } = await cli(["table", ...given, "--json"], { cwd });
    expect(status).toBe(0);
    const found = Object.values(marks(JSON.parse(stdout)));
    expect(found).toEqual(["unclear", "best", "worse", "unclear", "worse", null]);
    const csv = await cli(["table", given[0]!, "--format", "csv"], { cwd });
    expect(csv.stdout).toContain(",good,system,qa,accuracy,0.9,");
    expect(csv.stdout).not.toContain("oracle");
    const markdown = await cli(["table", ...given, "--format", "markdown"], { cwd });
    expect(markdown.stdout).toMatch(/^\| system \| qa: Accuracy \| again: Accuracy \|/);
    expect(markdown.stdout).toContain("| first: near |");
    const unknown = await cli(["table", given[0]!, "--metrics", "acuracy"], { cwd });
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('"accuracy"?')]);
    const wrong = await cli(["table", given[0]!, "--format", "word"], { cwd });
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("text, markdown")]);
  });
});
