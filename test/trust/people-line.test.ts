import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { evaluate, type RunDocument } from "../../src/evaluation/evaluate.ts";
import { rescore } from "../../src/evaluation/rescore.ts";
import { summaryMarkdown } from "../../src/report/markdown/markdown.ts";
import { shortSummary } from "../../src/report/text/short-summary.ts";
import { overviewOf } from "../../src/summary/overview.ts";
import { cli } from "../support/cli.ts";
import { plainStyle } from "../support/plain-style.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const rows = (answer: (i: number) => number, ids = (i: number) => `q${i}`) =>
  Array.from({ length: 40 }, (_, i) =>
    JSON.stringify({
      ...{ id: ids(i), video: `v${i >> 1}.mp4`, question: `${i}?`, choices: ["yes", "no", "both"] },
      answer: answer(i),
    }),
  ).join("\n");

// The second annotator differs on every tenth question.
folder.file(
  "qa.jsonl",
  rows((i) => i % 3),
);
folder.file(
  "second.jsonl",
  rows((i) => (i % 10 === 0 ? (i + 1) % 3 : i % 3)),
);
folder.file(
  "strangers.jsonl",
  rows(
    (i) => i % 3,
    (i) => `other${i}`,
  ),
);
folder.file(
  "answers.jsonl",
  Array.from({ length: 40 }, (_, i) =>
    JSON.stringify({ id: `q${i}`, prediction: i < 39 ? i % 3 : (i + 1) % 3 }),
  ).join("\n"),
);

function config(more: string): string {
  return folder.file(
    "vidimus.yaml",
    `name: people
tasks:
  - { id: qa, family: multiple-choice, data: { path: qa.jsonl, media: none }${more} }
systems:
  - { id: mine, kind: predictions, path: answers.jsonl }
`,
  );
}

describe("what people reach", () => {
  it("stands beside the scores where a second annotation is named, of the same run", async () => {
    config("");
    const first = (await evaluate(join(cwd, "vidimus.yaml"))) as RunDocument;
    expect(first.tasks[0]!.people).toBeUndefined();
    config(", second: second.jsonl");
    const run = (await evaluate(join(cwd, "vidimus.yaml"))) as RunDocument;
    expect(run.directory).toBe(first.directory);
    const { people } = run.tasks[0]!;
    expect(people).toMatchObject({ file: "second.jsonl", samples: 40 });
    expect(people!.scores.accuracy).toMatchObject({ value: 0.9, n: 40 });
    expect(people!.scores.accuracy!.low!).toBeLessThan(0.85);

    const text = shortSummary(run, plainStyle, 100);
    expect(text).toMatch(/chance +people +oracle/);
    expect(text).toMatch(/33\.33 % +90\.00 % +100\.00 %/);
    expect(text).toContain("a second annotator against the first, on 40 samples");
    expect(summaryMarkdown(run)).toContain("| people |");
    const page = readFileSync(join(run.directory, "report.html"), "utf8");
    expect(page).toContain("people 90.00 %");
    const { rows: overview } = overviewOf([{ name: "run", summary: run }]);
    expect(overview.find(({ role }) => role === "people")!.cells[0]).toMatchObject({ value: 0.9 });
    expect((await rescore(run.directory)).tasks[0]!.people).toEqual(people);
    const table = await cli(["table", run.directory], { cwd });
    expect(table.stdout).toMatch(/people.*90\.00 %/);
    const check = await cli(["check", "vidimus.yaml", "--json"], { cwd });
    expect(JSON.parse(check.stdout).tasks[0].second.ceiling).toMatchObject({ value: 0.9 });
  });

  it("says where nothing of it is about the samples, and refuses a file that is not there", async () => {
    config(", second: strangers.jsonl");
    const { tasks } = (await evaluate(join(cwd, "vidimus.yaml"))) as RunDocument;
    expect(tasks[0]!.people).toBeUndefined();
    expect(tasks[0]!.notes!.join()).toContain("annotates none of the samples");
    config(", second: nowhere.jsonl");
    await expect(evaluate(join(cwd, "vidimus.yaml"))).rejects.toThrow(/no such file.*nowhere/);
  });
});
