import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const cwd = join(root.path, "project");
let runs: readonly string[] = [];

const plot = (...args: readonly string[]) => cli(["plot", ...args], { cwd });

beforeAll(async () => {
  mkdirSync(cwd);
  const questions = Array.from({ length: 40 }, (_, at) => ({
    id: `q${at}`,
    group: `v${at % 20}`,
    type: at % 2 ? "odd" : "even",
    question: `Number ${at}?`,
    choices: ["one", "two", "three"],
    answer: at % 3,
  }));
  writeFileSync(join(cwd, "qa.jsonl"), questions.map((one) => JSON.stringify(one)).join("\n"));
  writeFileSync(
    join(cwd, "vidimus.yaml"),
    `name: try
tasks:
  - { id: qa, family: multiple-choice, data: { path: qa.jsonl } }
systems:
  - { id: oracle, kind: oracle }
  - { id: first, kind: scripted, rules: [{ match: '', reply: [A, B, C] }] }
  - { id: second, kind: scripted, rules: [{ match: '', reply: [A] }] }
references:
  - { name: Theirs, task: qa, metric: accuracy, value: 0.6, source: a paper }
`,
  );
  for (const extra of [[], ["--new"]]) await cli(["run", "vidimus.yaml", ...extra], { cwd });
  runs = readdirSync(join(cwd, "runs")).map((name) => `runs/${name}`);
});

describe("vidimus plot", () => {
  it("writes every chart of a run in three formats, with its specification", async () => {
    const { status, stdout, stderr } = await plot(runs[0]!);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const names = readdirSync(join(cwd, runs[0]!, "plots"));
    for (const id of ["scores-qa", "differences-qa", "slices-qa-type", "coverage-qa"])
      expect(names).toEqual(
        expect.arrayContaining(["svg", "png", "pdf", "vl.json"].map((ending) => `${id}.${ending}`)),
      );
    expect(names.length % 4).toBe(0);
    expect(stdout).toContain(
      `${names.length / 4} charts as svg, png, pdf, vl.json in ${runs[0]}/plots\n`,
    );
  });

  it("draws what metrics.json says", async () => {
    const { metrics } = JSON.parse(
      readFileSync(join(cwd, runs[0]!, "metrics.json"), "utf8"),
    ).tasks[0].systems.find(({ id }: { readonly id: string }) => id === "first");
    await plot(runs[0]!, "--format", "spec", "--output", "specs", "--chart", "scores");
    expect(readdirSync(join(cwd, "specs"))).toEqual(["scores-qa.vl.json"]);
    const { data } = JSON.parse(readFileSync(join(cwd, "specs", "scores-qa.vl.json"), "utf8"));
    const { value, low, high } = metrics.accuracy;
    expect(data.values[0]).toMatchObject({ name: "first", value, low, high });
    expect(data.values.at(-1)).toMatchObject({ name: "Theirs (published)", value: 0.6 });
  });

  it("draws runs of one name over time, with releases", async () => {
    const mark = `${runs[1]!.slice("runs/".length)}=v2`;
    const { status } = await plot(
      ...runs,
      "--chart",
      "trends-qa",
      "--format",
      "svg",
      "--mark",
      mark,
    );
    expect(status).toBe(0);
    expect(readdirSync(join(cwd, "plots"))).toEqual(["trends-qa.svg", "trends-qa.vl.json"]);
    expect(readFileSync(join(cwd, "plots", "trends-qa.svg"), "utf8")).toContain(">v2</text>");
  });

  it("takes the newest run where none is named, and lists its charts as JSON", async () => {
    const { stdout } = await plot("--list", "--json");
    const { schema, directory, charts } = JSON.parse(stdout);
    expect([schema, directory]).toEqual(["vidimus-plots/1", undefined]);
    expect(charts[0]).toEqual({
      id: "scores-qa",
      kind: "scores",
      title: "qa: Accuracy",
      files: [],
    });
  });

  it.each([
    [["no-such-run"], "no such directory", ""],
    [["."], "no metrics.json in", "score them first"],
    [["--chart", "scors"], "unknown chart scors", "did you mean scores"],
    [["--chart", "trends"], "no charts of the kind trends", "there are: scores"],
    [["--format", "gif"], "unknown format gif", "known: svg, png, pdf, spec"],
    [["--width", "wide"], "unknown width wide", "column (85 mm), page (176 mm)"],
    [["--mark", "v2"], "not of the form run=label", ""],
    [["--mark", "other=v2"], "--mark names other", "runs: "],
  ])("refuses %j", async (args, message, hint) => {
    const { status, stderr } = await plot(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it("refuses a run whose scores were changed by hand", async () => {
    const path = join(cwd, runs[1]!, "metrics.json");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, before.replace('"value":', '"value": 0.9, "other":'));
    const { status, stderr } = await plot(runs[1]!);
    writeFileSync(path, before);
    expect(status).toBe(2);
    expect(stderr).toContain(`${runs[1]}/metrics.json was changed after it was written`);
  });
});
