import { describe, expect, it } from "vitest";
import { brierScore } from "./brier-score.ts";
import { calibrationError } from "./calibration-error.ts";
import { labelAveragePrecision } from "./label-average-precision.ts";
import { randomAveragePrecision } from "./random-average-precision.ts";
import { rescaledScores } from "./rescale-scores.ts";
import { taskLabelTable } from "./task-label-table.ts";
import { taskLevels } from "./task-levels.ts";
import { taskMacroF1 } from "./task-macro-f1.ts";
import { topKAccuracy } from "./top-k-accuracy.ts";

const options = ["a", "b", "c"];
const item = (
  truth: string | null,
  scores: readonly (number | null)[] | null,
  { task = "t", level = "", environment = "", taskGroup = "" } = {},
) => ({ task, truth, options, scores, level, environment, taskGroup });
const several = (truths: readonly string[], scores: readonly number[]) => ({
  ...item(null, scores),
  truths,
});

describe("labels without a score", () => {
  it("are not predicted and rank below all others", () => {
    const items = [item("a", [null, 0.1, null]), item("b", [0.2, null, 0.1])];
    expect(taskMacroF1("m", { rescaling: "none" }).prepare(items)()).toBe(0);
    expect(labelAveragePrecision("m", { label: "a" }).prepare(items)()).toBe(1 / 2);
    expect(topKAccuracy("m", { k: 2 }).prepare(items)()).toBe(0);
  });

  it("keep none when scores are rescaled, and are left out of what others are compared with", () => {
    const items = [item("a", [2, null, 1]), item("b", [1, 0, 2]), item("c", [0, 1, 2])];
    const [first, second] = rescaledScores(items, "all");
    expect(first![1]).toBeNull();
    const shares = [Math.exp(0), Math.exp(1)].map((one, at) =>
      at === 0 ? one / (Math.E + 1 + Math.E ** 2) : one / (1 + Math.E + Math.E ** 2),
    );
    const mean = (shares[0]! + shares[1]!) / 2;
    const deviation = Math.abs(shares[0]! - shares[1]!) / Math.SQRT2;
    expect(second![1]).toBeCloseTo((shares[0]! - mean) / (deviation + 1e-6), 9);
  });
});

describe("top-k accuracy", () => {
  it("counts samples with more than k labels only", () => {
    const items = [item("a", [1, 2, 3]), item("b", [1, 2, 3])];
    expect(topKAccuracy("m", { k: 2 }).prepare(items)()).toBe(1 / 2);
    expect(topKAccuracy("m", { k: 3 }).prepare(items)()).toBeNull();
  });
});

describe("tasks too small to be rescaled", () => {
  it("are left out of the rescaled score, and a video without an answer is not", () => {
    const alone = item("a", [1, 0, 0], { task: "alone" });
    const pair = [item("a", [3, 0, 0]), item("b", [0, 3, 0])];
    const rescaled = taskMacroF1("m", { rescaling: "all" });
    expect(rescaled.prepare([alone])()).toBeNull();
    expect(rescaled.prepare([alone, ...pair])()).toBe(1);
    expect(rescaled.prepare([...pair, item("c", null)])()).toBeCloseTo(2 / 3, 12);
  });
});

describe("several true labels", () => {
  it("are predicted by as many of the highest scores", () => {
    const items = [several(["a", "c"], [5, 4, 1]), several(["b"], [0, 3, 1])];
    expect(taskMacroF1("m", { rescaling: "none" }).prepare(items)()).toBeCloseTo(
      (1 + 2 / 3 + 0) / 3,
      12,
    );
    expect(labelAveragePrecision("m", { label: "c" }).prepare(items)()).toBe(1 / 2);
  });
});

describe("calibration", () => {
  const items = [item("a", [0.6, 0.3, 0.1]), item("b", [0.9, 0.1, 0]), item(null, [1, 0, 0])];

  it("compares probabilities with what is right", () => {
    expect(calibrationError("m").prepare(items)()).toBeCloseTo((0.4 + 0.9) / 2, 12);
    expect(brierScore("m").prepare(items)()).toBeCloseTo((0.26 + 1.62) / 2, 12);
    expect(brierScore("m").prepare(items)(Uint32Array.of(1, 0, 1))).toBeCloseTo(0.26, 12);
  });

  it("puts what is in one bin together before it is compared", () => {
    const same = [item("a", [0.6, 0.4, 0]), item("b", [0.6, 0.4, 0])];
    expect(calibrationError("m").prepare(same)()).toBeCloseTo(0.1, 12);
    const apart = [item("a", [0.6, 0.4, 0]), item("b", [0.7, 0.3, 0])];
    expect(calibrationError("m").prepare(apart)()).toBeCloseTo((0.4 + 0.7) / 2, 12);
  });

  it.each([
    ["outside 0 to 1", [1.2, -0.2, 0]],
    ["of another sum", [0.5, 0.1, 0.1]],
    ["that lack one", [0.5, 0.5, null]],
  ])("is not defined for scores %s", (_, scores) => {
    expect(calibrationError("m").prepare([...items, item("a", scores)])()).toBeNull();
    expect(brierScore("m").prepare([...items, item("a", scores)])()).toBeNull();
  });

  it("leaves out what was not answered", () => {
    expect(brierScore("m").prepare([...items, item("a", null)])()).toBeCloseTo(0.94, 12);
    expect(brierScore("m").prepare([item("a", null)])()).toBeNull();
  });
});

describe("tables", () => {
  it("show every label of every task, raw and rescaled, beside a random order", () => {
    const items = [item("a", [0.3, 0.25, 0.2]), item("b", [0.31, 0.27, 0.19])];
    const table = taskLabelTable("m", { rescaling: "all" }).analyse([
      ...items,
      item("a", [0, 1, 0], { task: "s" }),
    ]);
    if (table.kind !== "table") throw new Error("no table");
    const rows = table.rows.map((row) =>
      Object.fromEntries(row.map((cell, at) => [table.columns[at]!, cell])),
    );
    expect(rows.map((row) => [row.task, row.label])).toEqual([
      ["s", "a"],
      ["s", "b"],
      ["s", "c"],
      ["t", "a"],
      ["t", "b"],
      ["t", "c"],
    ]);
    expect(rows[0]).toMatchObject({ support: 1, predicted: 0, precision: 0, recall: 0, f1: 0 });
    expect(rows[2]).toMatchObject({ support: 0, precision: null, "average precision": null });
    expect(rows[3]).toMatchObject({
      support: 1,
      predicted: 2,
      precision: 1 / 2,
      recall: 1,
      f1: expect.closeTo(2 / 3, 12),
      "average precision": 1 / 2,
      "at random": expect.closeTo(randomAveragePrecision(2, 1), 12),
    });
    expect(rows[4]).toMatchObject({ "rescaled recall": 1, f1: 0 });
  });

  it("show levels as means over tasks, with an error from two tasks on", () => {
    const right = (task: string) => item("a", [1, 0, 0], { task, level: "1", taskGroup: "g" });
    const wrong = { ...item("b", [1, 0, 0], { task: "u", level: "1" }) };
    const table = taskLevels("m", { rescaling: "all" }).analyse([
      right("s"),
      right("t"),
      wrong,
      item("c", [0, 0, 1], { task: "v", level: "2" }),
    ]);
    if (table.kind !== "table") throw new Error("no table");
    const error = Math.sqrt(1 / 3) / (Math.sqrt(3) + 1e-6);
    const figures = (row: (typeof table.rows)[number]) => row.slice(0, 8);
    expect(figures(table.rows[0]!)).toEqual([
      "1",
      null,
      null,
      3,
      expect.closeTo(2 / 3, 12),
      expect.closeTo(error, 12),
      expect.closeTo(2 / 3 - 1.96 * error, 12),
      expect.closeTo(2 / 3 + 1.96 * error, 12),
    ]);
    expect(figures(table.rows[1]!)).toEqual(["2", null, null, 1, 1, null, null, null]);
    expect(table.rows.map((row) => row.slice(0, 3))).toContainEqual(["1", "g", null]);
  });
});
