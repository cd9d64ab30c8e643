import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Served } from "../../src/server/serve.ts";
import type { GoldComparison } from "../../src/summary/review/gold-pages.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
let server: Served;
let run: string;

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const numbers = Array.from({ length: 12 }, (_, at) => at);
const questions = lines(
  numbers.map((at) => ({
    ...{ id: `q${at}`, question: `Which of ${at}?`, choices: ["left", "right"], answer: 0 },
    group: `g${at}`,
  })),
);

beforeAll(async () => {
  folder.file("questions.jsonl", questions);
  folder.file(
    "answers.jsonl",
    lines(numbers.map((at) => ({ id: `q${at}`, reply: at < 9 ? "left" : "right" }))),
  );
  folder.file(
    "vidimus.yaml",
    `name: quiz
tasks: [{ id: quiz, family: multiple-choice, data: { format: jsonl, path: questions.jsonl } }]
systems: [{ id: file, kind: predictions, path: answers.jsonl }, { id: oracle, kind: oracle }]
`,
  );
  const made = await cli(["run", "vidimus.yaml"], { cwd: folder.path });
  expect(made.status, made.stderr).toBe(0);
  run = readdirSync(join(folder.path, "runs"))[0]!;
  server = await viewServer(folder.path);
});
afterAll(() => server[Symbol.asyncDispose]());

describe("a label that is wrong", () => {
  it("is corrected with author and reason, by keys, and both scores are shown", async () => {
    const place = encodeURIComponent(`runs/${run}`);
    const page = await pages.open(`${server.url}#/runs/${place}/quiz/q11/correct`);
    const answer = page.getByLabel("Answer", { exact: true });
    await answer.focus();
    await page.keyboard.press("ArrowDown");
    await answer.selectOption("1");
    await page.getByText("was left").waitFor();
    await page.getByLabel("Author").fill("ann");
    expect(await page.getByRole("button", { name: "Save the correction" }).isDisabled()).toBe(true);
    await page.getByLabel("Reason").fill("the picture shows the right one");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Author").press("Enter");
    await page.getByText("Scores under old and new gold").waitFor();
    const row = page.getByRole("row", { name: /^file Accuracy/ });
    expect(((await row.textContent()) ?? "").replaceAll(/\s+/g, " ")).toMatch(
      /75\.00 %.* n = 12.*83\.33 %.* n = 12.*\+8\.33/,
    );
    expect(readFileSync(join(folder.path, "questions.jsonl"), "utf8")).toBe(questions);
    const origin = new URL(server.url).origin;
    const { command, systems, corrected } = (await (
      await page.request.get(`${origin}/data/runs/${place}/gold/quiz.json`)
    ).json()) as GoldComparison;
    expect(corrected).toEqual(["q11"]);
    // The oracle would answer otherwise, and has not been asked: its two scores are no pair.
    const oracle = systems.find(({ system }) => system === "oracle")!;
    expect(oracle.differing).toBe("no answer to 1 sample yet, until the run goes on");
    expect(oracle.scores[0]).toMatchObject({
      ...{ before: { n: 12 }, after: { n: 11 }, isSameSamples: false },
    });
    const scored = await cli(
      ["score", join("runs", run), "--set", command.split("--set ")[1]!, "--json"],
      { cwd: folder.path },
    );
    // The oracle would have to answer again, which scoring never asks for.
    expect(scored.status, scored.stderr).toBe(3);
    const { tasks } = JSON.parse(scored.stdout) as Summary;
    const own = systems.find(({ system }) => system === "file")!;
    expect(own.differing).toBeUndefined();
    for (const { metric, after, isSameSamples } of own.scores) {
      expect(isSameSamples).toBe(true);
      const { value, low, high, n } = tasks[0]!.systems[0]!.metrics[metric]!;
      expect({ value, low, high, n }).toEqual(after);
    }
    // The run itself is scored as it was.
    const stored = JSON.parse(
      readFileSync(join(folder.path, "runs", run, "metrics.json"), "utf8"),
    ) as Summary;
    expect(stored.tasks[0]!.systems[0]!.metrics.accuracy!.value).toBe(0.75);
  });

  it("goes on with the same run where the configuration names corrections, and asks nobody", async () => {
    const [file] = readdirSync(join(folder.path, "corrections"));
    const again = await cli(
      ["run", "vidimus.yaml", "--set", `tasks.quiz.data.corrections=corrections/${file}`, "--json"],
      { cwd: folder.path },
    );
    expect(again.status, again.stderr).toBe(0);
    expect(readdirSync(join(folder.path, "runs"))).toEqual([run]);
    const { tasks } = JSON.parse(again.stdout) as Summary;
    expect(tasks[0]!.systems.map(({ metrics }) => metrics.accuracy!.value)).toEqual([10 / 12, 1]);
    const manifest = readFileSync(join(folder.path, "runs", run, "manifest.json"), "utf8");
    expect(manifest).toContain(`"corrections/${file}"`);
  });

  it("is refused where the data has changed since, and where it makes no sample", async () => {
    const [file] = readdirSync(join(folder.path, "corrections"));
    const path = join("corrections", file!);
    folder.file("other.jsonl", questions.replace("Which of 11?", "Which of these 11?"));
    const score = (...more: string[]) =>
      cli(
        [
          ...["score", "--family", "multiple-choice", "--predictions", "answers.jsonl"],
          ...["--data", "questions.jsonl", ...more],
        ],
        { cwd: folder.path },
      );
    expect((await score()).status).toBe(0);
    const changed = await cli(
      [
        ...["score", join("runs", run), "--set", `tasks.quiz.data.corrections=${path}`],
        ...["--set", "tasks.quiz.data.path=other.jsonl"],
      ],
      { cwd: folder.path },
    );
    expect(changed.status).toBe(2);
    expect(changed.stderr).toContain("is about another version of the sample q11");
    const bad = readFileSync(join(folder.path, path), "utf8").replace(
      /"answer":1/,
      '"answer":"right"',
    );
    folder.file("bad.jsonl", bad);
    const refused = await cli(
      ["score", join("runs", run), "--set", "tasks.quiz.data.corrections=bad.jsonl"],
      { cwd: folder.path },
    );
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/bad\.jsonl:1: answer/);
  });
});
