import { dirname } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { flatJointDistance } from "../../src/metrics/regression/joint-distances.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type CheckFile, checkFile, checkText } from "./check-file.ts";

const folder = temporaryFolder();
const tasks = [
  "timeline_action",
  "timeline_subtask",
  "transition_detection",
  "next_action",
  "contact_prediction",
  "object_relevance",
  "temporal_order",
  "misalignment_detection",
] as const;

/** What only training tells, or counts that are no scores. */
const notScored = /^(?:num_|train_final_|feature_dim|majority_baseline_accuracy)/;

describe("vidimus score on the recorded results of the episode suite, as they are", () => {
  let summary: Summary;
  beforeAll(async () => {
    const results = dirname(checkFile("episode/windows.csv"));
    const { stdout, stderr } = await cli(
      ["score", "--family", "episode", "--format", "xperience", "--data", results, "--json"],
      { cwd: folder.path },
    );
    expect(stdout, stderr).not.toBe("");
    summary = JSON.parse(stdout) as Summary;
  }, 60_000);

  test("finds every task", () => expect(summary.tasks.map(({ id }) => id)).toEqual([...tasks]));

  test.each(tasks)("%s has every figure that follows from its predictions", (task) => {
    const recorded: Record<string, unknown> = JSON.parse(
      checkText(`episode/${task}/metrics.json` as CheckFile),
    );
    const [system] = summary.tasks.find(({ id }) => id === task)!.systems;
    const figures = Object.entries(recorded).filter(
      ([name, value]) => typeof value === "number" && !notScored.test(name),
    );
    expect(figures.length).toBeGreaterThan(3);
    for (const [name, value] of figures)
      expect(system!.metrics[name]?.value, name).toBeCloseTo(value as number, 12);
  });

  test.each([
    "timeline_action",
    "timeline_subtask",
    "transition_detection",
    "next_action",
  ] as const)("%s has the recorded majority and the classes that training never saw", (task) => {
    const { unseen_test_classes: unseen, majority_baseline_accuracy: majority } = JSON.parse(
      checkText(`episode/${task}/metrics.json`),
    ) as { unseen_test_classes: readonly string[]; majority_baseline_accuracy: number };
    const { notes, systems } = summary.tasks.find(({ id }) => id === task)!;
    for (const name of unseen) expect(notes!.join("\n")).toContain(name);
    const line = systems[0]!.metrics.accuracy!.references.find(({ id }) => id === "majority");
    expect(line).toMatchObject({ note: "most frequent label of the training samples" });
    expect(line!.value).toBeCloseTo(majority, 12);
  });
});

test("distances of joints agree with the recorded ones", () => {
  const { gt, pred, mpjpe } = JSON.parse(checkText("statistics/mpjpe_golden.json"));
  expect(flatJointDistance(gt.flat(2), pred.flat(2))).toBeCloseTo(mpjpe, 12);
});
