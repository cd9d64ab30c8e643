import { expect, it } from "vitest";
import { gateItems } from "./scale-up-gate.ts";

const task = (split: string, more: Readonly<Record<string, unknown>> = {}) => ({
  metrics: { split, ...more },
  files: ["metrics.json", "predictions.csv"],
});
const heldOut = task("held_out_episodes", { test_episodes: ["b"] });
const judge = (results: Parameters<typeof gateItems>[0]["results"], files: readonly string[]) =>
  gateItems({ results, files, unit: "tasks" });

it("asks for held-out episodes in every task", () => {
  const met = (results: Parameters<typeof judge>[0]) => judge(results, []).map((one) => one.met);
  expect(met([heldOut, heldOut])).toEqual([true, true, false, false, true]);
  expect(met([heldOut, task("chronological")])).toEqual([false, false, false, false, false]);
  expect(met([])).toEqual([false, false, false, false, false]);
});

it("names only files that are there", () => {
  const words = (files: readonly string[], results = [heldOut]) =>
    judge(results, files)
      .map(({ evidence }) => evidence)
      .join("\n");
  expect(words([])).not.toMatch(/windows\.csv|feature_manifest\.json|history\.json/);
  const trained = {
    ...task("held_out_episodes", { test_episodes: ["b"], train_final_loss: 1 }),
    files: ["history.json"],
  };
  const files = ["a/windows.csv", "b/windows.csv", "a/feature_manifest.json"];
  expect(words(files, [trained])).toMatch(/^windows\.csv of 2 episodes\n/);
  expect(judge([trained], files)[3]).toEqual({
    item: expect.stringMatching(/^manifest/),
    met: true,
    evidence:
      "feature_manifest.json, train_final figures in metrics.json of 1 of 1 tasks, history.json of 1 of 1 tasks, metrics.json and predictions.csv of 1 of 1 tasks, summary_report.json",
  });
});

it("counts no task that failed", () => {
  const failed = { metrics: {}, files: [], error: "no such file" };
  expect(judge([heldOut, failed], ["feature_manifest.json"])[3]).toMatchObject({
    met: false,
    evidence: expect.stringMatching(/predictions\.csv of 1 of 2 tasks/),
  });
});
