import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { evaluate, type RunDocument } from "../../src/evaluation/evaluate.ts";
import { rescore } from "../../src/evaluation/rescore.ts";
import { summaryMarkdown } from "../../src/report/markdown/markdown.ts";
import { shortSummary } from "../../src/report/text/short-summary.ts";
import { plainStyle } from "../support/plain-style.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const numbers = Array.from({ length: 60 }, (_, i) => i);
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const answers = (isRight: (i: number) => boolean) =>
  lines(numbers.map((i) => ({ id: `q${i}`, choice: isRight(i) ? 0 : 1 })));
const config = {
  name: "two-systems",
  tasks: [
    {
      id: "qa",
      family: "multiple-choice",
      data: {
        path: folder.file(
          "qa.jsonl",
          lines(
            numbers.map((i) => ({
              ...{ id: `q${i}`, group: `v${i % 30}`, question: "What?" },
              ...{ choices: ["this", "that"], answer: 0 },
            })),
          ),
        ),
      },
    },
  ],
  systems: [
    {
      ...{ id: "old", kind: "predictions" },
      path: folder.file(
        "old.jsonl",
        answers((i) => i % 3 > 0),
      ),
    },
    { id: "majority", kind: "majority" },
    {
      ...{ id: "new", kind: "predictions" },
      path: folder.file(
        "new.jsonl",
        answers((i) => i % 10 > 0),
      ),
    },
  ],
  output: join(folder.path, "runs"),
};

describe("two systems of one run", () => {
  it("are compared wherever their scores stand, baselines are not", async () => {
    const document = (await evaluate(config)) as RunDocument;
    const [task] = document.tasks;
    expect(task!.comparisons).toHaveLength(1);
    expect(task!.comparisons![0]).toMatchObject({
      ...{ system: "new", baseline: "old", headline: "accuracy" },
      samples: { aligned: 60, leftOut: 0, reasons: [] },
      metrics: {
        accuracy: {
          ...{ difference: expect.closeTo(14 / 60, 12), verdict: "better", correction: "Holm" },
          changes: { wins: 18, losses: 4, ties: 38 },
        },
      },
      flips: { metric: "accuracy", wins: 18, losses: 4 },
    });
    expect(task!.pairs).toBeUndefined();
    const stored = JSON.parse(readFileSync(join(document.directory, "metrics.json"), "utf8"));
    expect(stored.tasks[0].comparisons).toEqual(task!.comparisons);
    const page = readFileSync(join(document.directory, "report.html"), "utf8");
    for (const report of [page, summaryMarkdown(document), shortSummary(document, plainStyle)])
      expect(report).toMatch(/Accuracy: difference to old.*\+23\.33.*18–4.*better/s);
    expect((await rescore(document.directory)).tasks[0]!.comparisons).toEqual(task!.comparisons);
  });
});
