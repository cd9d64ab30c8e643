import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import type { Summary } from "../summary/summary.ts";
import { scorePredictions } from "./score-predictions.ts";
import { defaultTask } from "./task/default-task.ts";

const folder = temporaryFolder();
afterEach(() => void vi.restoreAllMocks());

const rows = Array.from({ length: 12 }, (_, i) => ({
  id: `q${i}`,
  question: "Which?",
  choices: ["red", "green"],
  answer: i % 2,
}));

async function score(answers: readonly object[], limit?: number): Promise<Summary> {
  const write = (name: string, lines: readonly object[]) => {
    const path = join(folder.path, name);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  };
  const path = write("qa.jsonl", rows);
  vi.spyOn(process, "cwd").mockReturnValue(folder.path);
  return scorePredictions({
    task: defaultTask(multipleChoice, { data: { path } }),
    path: write("answers.jsonl", answers),
    graders: [],
    selection: { limit, seed: 1 },
    seed: 1,
    exports: [],
    output: folder.path,
    isOffline: true,
    onEvent: () => undefined,
    onSample: () => undefined,
  });
}

const right = rows.map(({ id, answer }) => ({ id, choice: answer }));

it("scores what a file answers, and counts what it lacks as missing", async () => {
  const { complete, tasks } = await score(right.slice(3));
  const [system] = tasks[0]!.systems;
  expect(complete).toBe(true);
  expect(system).toMatchObject({
    total: 12,
    coverage: 9 / 12,
    outcomes: { answered: 9, missing: 3 },
  });
  expect(system!.metrics.accuracy!.value).toBe(9 / 12);
});

it("names answers to no sample beside the file, relative to the working directory", async () => {
  const answers = [...right, { id: "stranger", choice: 0 }];
  const all = await score(answers);
  expect(all.tasks[0]!.systems[0]!.remarks).toEqual([
    'answers.jsonl: 1 prediction belongs to no sample of this task ("stranger")',
  ]);
  // Of a part of the samples nobody knows which answers belong to none.
  expect((await score(answers, 5)).tasks[0]!.systems[0]!.remarks).toEqual([]);
});
