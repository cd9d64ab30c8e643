import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate } from "../../src/evaluation/evaluate.ts";
import type { JudgeCalibration, RejudgeDocument } from "../../src/summary/rejudge-summary.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { type ProviderServer, providerServer } from "../providers/provider-server.ts";
import type { ModelAnswer, Question } from "../providers/wire.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

// Twenty videos of two questions. People call every fourth answer wrong; the first judge says so
// too, the second one calls half of these right.
const numbers = Array.from({ length: 40 }, (_, i) => i);
const isWrong = (i: number) => i % 4 === 3;
const isLenient = (i: number) => i % 8 === 3;

let server: ProviderServer;
let isDown = false;

function judgement({ text, model }: Question): ModelAnswer {
  const i = Number(/What is q(\d+)\?/.exec(text)![1]);
  const isRight = !isWrong(i) || (model === "judge-2" && isLenient(i));
  const reason = `Because of ${model}. `;
  return {
    text: text.includes("True answer")
      ? `${reason}${JSON.stringify({ correct: isRight })}`
      : `${reason}${JSON.stringify({ label: isRight ? "Faithful" : "Unfaithful" })}`,
  };
}

async function vidimus(args: readonly string[], status = 0): Promise<string> {
  const ended = await cli(args, { cwd });
  expect(ended.status, ended.stderr + ended.stdout).toBe(status);
  return status === 2 ? ended.stderr : ended.stdout;
}

async function rejudged(args: readonly string[], status = 0): Promise<RejudgeDocument> {
  return JSON.parse(await vidimus(["rejudge", ...args, "--json"], status)) as RejudgeDocument;
}

describe("rejudge", () => {
  let directory = "";
  let before: Buffer;

  beforeAll(async () => {
    server = await providerServer({
      wire: compatibleWire,
      answer: judgement,
      behave: ({ text, model }) =>
        isDown && model === "judge-2" && /What is q1\d\?/.test(text) ? "error" : "ok",
    });
    folder.file(
      "qa.jsonl",
      lines(
        numbers.map((i) => ({
          id: `q${i}`,
          video: `v${i >> 1}.mp4`,
          question: `What is q${i}?`,
          answer: `thing ${i}`,
          duration: 60,
          evidence: [],
        })),
      ),
    );
    folder.file(
      "answers.jsonl",
      lines(numbers.map((i) => ({ id: `q${i}`, answer: `thing ${i}`, clips: [] }))),
    );
    const labelled = numbers.filter((i) => i % 2 === 1 || i < 8);
    folder.file(
      "labels.csv",
      [
        "sample,system,aspect,rater,value",
        ...labelled.flatMap((i) =>
          ["ann", "bob"].map(
            (rater) => `q${i},mine,correctness,${rater},${isWrong(i) ? "incorrect" : "correct"}`,
          ),
        ),
        "",
      ].join("\n"),
    );
    folder.file(
      "vidimus.yaml",
      `name: judged
tasks:
  - { id: qa, family: retrieval, data: { path: qa.jsonl }, graders: { judge: referee } }
systems:
  - { id: mine, kind: predictions, path: answers.jsonl }
  - { id: oracle, kind: oracle }
graders:
  - { id: referee, kind: chat, provider: openai-compatible, baseUrl: "${server.url}/v1", model: judge-1, temperature: 0 }
retries: { attempts: 1 }
cache: { replies: false }
`,
    );
    ({ directory } = await evaluate(join(cwd, "vidimus.yaml")));
    before = readFileSync(join(directory, "run.jsonl"));
    return async () => server[Symbol.asyncDispose]();
  });

  it("says what it would ask, and asks nothing", async () => {
    const asked = server.questions.length;
    const plan = JSON.parse(
      await vidimus(["rejudge", directory, "--model", "judge-2", "--dry-run", "--json"]),
    );
    expect(plan.plans).toEqual([
      expect.objectContaining({ task: "qa", system: "mine", samples: 40, remaining: 40 }),
    ]);
    const text = await vidimus(["rejudge", directory, "--model", "judge-2", "--dry-run"]);
    expect(text).toContain("would keep the new grades beside the run");
    expect(plan.plans[0].graders[0].estimate.asks).toBe(80);
    expect(server.questions.length).toBe(asked);
    expect(existsSync(join(directory, "rejudged"))).toBe(false);
  });

  it("goes on after a failed judge, and asks no system and the old judge nothing", async () => {
    isDown = true;
    const first = await rejudged([directory, "--model", "judge-2"], 3);
    expect(first.complete).toBe(false);
    expect(first.tasks[0]!.systems[0]).toMatchObject({
      answers: 40,
      graded: { before: 40, after: 30 },
    });
    isDown = false;
    const asked = server.questions.length;
    const second = await rejudged([directory, "--model", "judge-2"]);
    const since = server.questions.slice(asked);
    expect(since.length).toBeGreaterThan(0);
    expect(since.length).toBeLessThanOrEqual(20);
    expect(since.every(({ model }) => model === "judge-2")).toBe(true);
    expect(second.complete).toBe(true);
    expect(second.name).toBe(first.name);
    expect(readdirSync(join(directory, "rejudged"))).toEqual([second.name]);
    expect(readFileSync(join(directory, "run.jsonl")).equals(before)).toBe(true);
  });

  it("shows both scores, their paired difference, agreement and every disagreement", async () => {
    const asked = server.questions.length;
    const { tasks } = await rejudged([directory, "--model", "judge-2"]);
    expect(server.questions.length).toBe(asked);
    const [task] = tasks;
    expect(task!.changes).toEqual([
      expect.objectContaining({ where: "model", a: "judge-1", b: "judge-2" }),
    ]);
    const [system] = task!.systems;
    expect(tasks[0]!.systems.map(({ id }) => id)).toEqual(["mine"]);
    const { metrics, aspects } = system!;
    expect(Object.keys(metrics)).toContain("answer-correctness");
    expect(Object.keys(metrics)).not.toContain("recall@5");
    const score = metrics["answer-correctness"]!;
    expect(score.before.value).toBeCloseTo(0.75, 12);
    expect(score.after.value).toBeCloseTo(0.875, 12);
    expect(score.difference.value).toBeCloseTo(0.125, 12);
    expect(score.difference.low!).toBeLessThan(0.125);
    expect(score.difference.n).toBe(40);
    const correctness = aspects.find(({ id }) => id === "correctness")!;
    expect(correctness.n).toBe(40);
    const kappa = Object.values(correctness.agreement).find(({ title }) => /kappa/i.test(title))!;
    // 35 agree: expected agreement .75 × .875 + .25 × .125.
    expect(kappa.value).toBeCloseTo((0.875 - 0.6875) / (1 - 0.6875), 9);
    expect(correctness.confusion.rows).toEqual([
      ["correct", 30, 0],
      ["incorrect", 5, 5],
    ]);
    expect(system!.disagreementCount).toBe(10);
    const wrong = system!.disagreements.filter(({ aspect }) => aspect === "correctness");
    expect(wrong.map(({ sample }) => sample).toSorted()).toEqual([
      "q11",
      "q19",
      "q27",
      "q3",
      "q35",
    ]);
    expect(wrong[0]).toMatchObject({ before: "incorrect", after: "correct" });
    expect(wrong[0]!.replies!.before[0]).toContain("Because of judge-1.");
    expect(wrong[0]!.replies!.after[0]).toContain("Because of judge-2.");
  });

  it("corrects both judges by labels, and tells which calibration fits", async () => {
    const { tasks } = await rejudged([
      directory,
      ...["--model", "judge-2", "--labels", "labels.csv", "--save-calibration", "two.json"],
    ]);
    const { corrected, people } = tasks[0]!.systems[0]!.aspects.find(
      ({ id }) => id === "correctness",
    )!;
    expect(people).toMatchObject({ labelled: 24, groups: 20, raters: ["ann", "bob"] });
    const score = corrected!["answer-correctness"]!;
    expect(score.by).toBe("labels");
    expect(score.before!.value).toBeCloseTo(0.75, 1);
    expect(score.after.judged).toBeCloseTo(0.875, 12);
    expect(score.after.value!).toBeLessThan(0.8);
    expect(score.after.low!).toBeLessThan(0.75);
    expect(score.after.high!).toBeGreaterThan(0.75);
    const kept = JSON.parse(readFileSync(join(cwd, "two.json"), "utf8")) as JudgeCalibration;
    expect(kept.tasks[0]!.aspects.correctness!["answer-correctness"]).toMatchObject({
      answers: 24,
      groups: 20,
      difference: expect.closeTo(-5 / 24, 12),
    });

    const fitting = await rejudged([directory, "--model", "judge-2", "--calibration", "two.json"]);
    const by = fitting.tasks[0]!.systems[0]!.aspects.find(({ id }) => id === "correctness")!;
    expect(fitting.tasks[0]!.calibration).toMatchObject({ fits: true });
    expect(by.corrected!["answer-correctness"]).toMatchObject({
      by: "calibration",
      after: { value: expect.closeTo(0.875 - 5 / 24, 12) },
    });
    const other = await rejudged([directory, "--model", "judge-3", "--calibration", "two.json"]);
    const { calibration, systems } = other.tasks[0]!;
    expect(calibration).toMatchObject({
      fits: false,
      differences: [{ where: "model", a: "judge-2", b: "judge-3" }],
    });
    expect(calibration!.text).toContain("no longer fits");
    expect(systems[0]!.aspects.every(({ corrected: none }) => none === undefined)).toBe(true);
  });

  it("leaves the run's scores alone, and gives the other judge's where asked for", async () => {
    const score = async (...more: string[]) => {
      const text = await vidimus(["score", directory, "--json", ...more]);
      const { tasks } = JSON.parse(text) as Summary;
      return tasks[0]!.systems[0]!.metrics["answer-correctness"]!;
    };
    const names = readdirSync(join(directory, "rejudged"));
    const two = names.find((name) => name.startsWith("judge-2-"))!;
    const other = await score("--judged-by", two);
    expect(other.value).toBeCloseTo(0.875, 12);
    expect(other.signature).toContain("judge-2@");
    const own = await score();
    expect(own.value).toBeCloseTo(0.75, 12);
    expect(own.signature).toContain("judge-1@");
    expect(await vidimus(["score", directory, "--judged-by", "nobody"], 2)).toContain(two);
    const log = join(directory, "rejudged", two, "run.jsonl");
    const kept = readFileSync(log, "utf8");
    writeFileSync(log, kept.replace('"event":"grade"', '"event":"grabe"'));
    const damaged = await cli(["score", directory, "--judged-by", two], { cwd });
    expect(damaged.stderr).toMatch(new RegExp(`rejudged/${two}/run\\.jsonl: 1 damaged line`));
    writeFileSync(log, kept);
  });

  it("prints it for people", async () => {
    const text = await vidimus([
      "rejudge",
      directory,
      "--model",
      "judge-2",
      "--labels",
      "labels.csv",
    ]);
    expect(text).toContain("40 of 40 answers judged anew (judge)");
    expect(text).toContain("model: judge-1 → judge-2");
    expect(text).toContain("Corrected for the judge's bias");
    expect(text).toContain("Answers that the judges differ on");
  });

  it.each([
    [["--model", "judge-1"], "the judge is the one that"],
    [["--role", "referee", "--model", "x"], "roles of the run: judge"],
    [["--grader", "nothing.yaml"], "no such file"],
    [["--set", `graders.referee.apiKey=${"$"}{NO_SUCH_KEY}`], "NO_SUCH_KEY"],
    [["--provider", "openai", "--model", "gpt-5-mini"], "OPENAI_API_KEY"],
    [["--set", "budget=1", "--model", "judge-4"], "no price is known"],
  ])("refuses %j", async (args, words) => {
    const kept = readdirSync(join(directory, "rejudged"));
    const said = await cli(["rejudge", directory, ...args], {
      cwd,
      env: { OPENAI_API_KEY: undefined },
    });
    expect(said.status).toBe(2);
    expect(said.stderr).toContain(words);
    expect(readdirSync(join(directory, "rejudged"))).toEqual(kept);
  });

  it("refuses a run without graders", async () => {
    folder.file(
      "plain.yaml",
      "name: plain\ntasks:\n  - { id: qa, family: retrieval, data: { path: qa.jsonl } }\nsystems:\n  - { id: mine, kind: predictions, path: answers.jsonl }\n",
    );
    const { directory: plain } = await evaluate(join(cwd, "plain.yaml"));
    expect(await vidimus(["rejudge", plain, "--model", "x"], 2)).toContain("has no graders");
  });

  it("stops at the budget and says so", async () => {
    const args = [
      ...[directory, "--model", "judge-5", "--set", "budget=0.0000001"],
      ...["--set", 'prices={"judge-5": {input: 1, output: 1}, "judge-1": {input: 0, output: 0}}'],
    ];
    const { complete, notes } = await rejudged(args, 3);
    expect(complete).toBe(false);
    expect(notes.join()).toContain("budget");
  });
});
