import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { Metric } from "../../src/core/scores/metric.ts";
import { balancedAccuracy } from "../../src/metrics/classification/balanced-accuracy.ts";
import { classF1 } from "../../src/metrics/classification/class-f1.ts";
import { confusionMatrix } from "../../src/metrics/classification/confusion-matrix.ts";
import { labelAccuracy } from "../../src/metrics/classification/label-accuracy.ts";
import { macroF1 } from "../../src/metrics/classification/macro-f1.ts";
import { multiLabelExactMatch } from "../../src/metrics/classification/multi-label-exact-match.ts";
import { multiLabelMacroF1 } from "../../src/metrics/classification/multi-label-macro-f1.ts";
import { multiLabelMicroF1 } from "../../src/metrics/classification/multi-label-micro-f1.ts";
import { perClassTable } from "../../src/metrics/classification/per-class-table.ts";
import { weightedF1 } from "../../src/metrics/classification/weighted-f1.ts";
import { boundaryF1 } from "../../src/metrics/regression/boundary-f1.ts";
import { boundaryPrecision } from "../../src/metrics/regression/boundary-precision.ts";
import { boundaryRecall } from "../../src/metrics/regression/boundary-recall.ts";
import { boundaryTimingError } from "../../src/metrics/regression/boundary-timing-error.ts";
import { type CheckFile, checkText } from "./check-file.ts";

type EpisodeTask = CheckFile extends infer Name
  ? Name extends `episode/${infer Task}/metrics.json`
    ? Task
    : never
  : never;

const readRows = (name: CheckFile): Record<string, string>[] =>
  parse(checkText(name), { columns: true });

function expectClose(value: number | null, expected: number, what: string): void {
  expect(
    Math.abs((value ?? Number.NaN) - expected),
    `${what}: ${value} instead of ${expected}`,
  ).toBeLessThan(1e-9);
}

function expectScore<Evidence>(
  metric: Metric<Evidence>,
  evidence: readonly Evidence[],
  expected: number,
): void {
  expectClose(metric.prepare(evidence)(), expected, metric.id);
}

describe("the recorded figures of the episode suite", () => {
  const figuresOf = (task: EpisodeTask) => JSON.parse(checkText(`episode/${task}/metrics.json`));
  const classification = [
    "contact_prediction",
    "next_action",
    "timeline_action",
    "timeline_subtask",
    "transition_detection",
  ] as const;

  test.each(classification)("%s", (task) => {
    const figures = figuresOf(task);
    const samples = readRows(`episode/${task}/predictions.csv`).map((row) => ({
      truth: row.true_label!,
      predicted: row.predicted_label!,
    }));
    expect(samples.length).toBe(figures.num_eval_windows);
    expectScore(labelAccuracy("m"), samples, figures.accuracy);
    expectScore(balancedAccuracy("m"), samples, figures.balanced_accuracy);
    expectScore(macroF1("m", { classes: "support" }), samples, figures.macro_f1);
    expectScore(weightedF1("m", { classes: "support" }), samples, figures.weighted_f1);
  });

  test("timeline_action falls from .0500 to .0139 when the class set is the union", () => {
    const rows = readRows("episode/timeline_action/predictions.csv");
    const samples = rows.map((row) => ({
      truth: row.true_label!,
      predicted: row.predicted_label!,
    }));
    expect(macroF1("m", { classes: "union" }).prepare(samples)()).toBeCloseTo(0.0139, 4);
  });

  test.each(["temporal_order", "misalignment_detection"] as const)("%s", (task) => {
    const figures = figuresOf(task);
    const samples = readRows(`episode/${task}/predictions.csv`).map((row) => ({
      truth: row.true!,
      predicted: row.predicted!,
    }));
    expectScore(labelAccuracy("m"), samples, figures.accuracy);
    expectScore(classF1("m", { positive: "1" }), samples, figures.f1);
    const matrix = confusionMatrix("m").analyse(samples);
    expect(matrix.kind === "table" && matrix.rows).toEqual([
      ["0", figures.tn, figures.fp, 0],
      ["1", figures.fn, figures.tp, 0],
    ]);
    const table = perClassTable("m").analyse(samples);
    const [, support, predicted, precision, recall] =
      (table.kind === "table" && table.rows[1]) || [];
    expectClose(Number(support) / samples.length, figures.positive_rate_true, "true rate");
    expectClose(Number(predicted) / samples.length, figures.positive_rate_pred, "predicted rate");
    expectClose(Number(precision), figures.precision, "precision");
    expectClose(Number(recall), figures.recall, "recall");
  });

  test("object_relevance", () => {
    const figures = figuresOf("object_relevance");
    const options: string[] = JSON.parse(checkText("episode/object_relevance/object_vocab.json"));
    const names = (joined: string) => joined.split("|").filter((name) => name !== "");
    const samples = readRows("episode/object_relevance/predictions.csv").map((row) => ({
      truths: names(row.true_objects!),
      predictions: names(row.predicted_objects!),
      options,
    }));
    expectScore(multiLabelMicroF1("m", { classes: "options" }), samples, figures.micro_f1);
    expectScore(multiLabelExactMatch("m"), samples, figures.exact_match);
    expectScore(multiLabelMacroF1("m", { classes: "options" }), samples, figures.macro_f1);
  });

  test("boundaries of transition_detection", () => {
    const figures = figuresOf("transition_detection");
    const rows = readRows("episode/transition_detection/predictions.csv");
    const centres = rows.map((row) => Number(row.center_frame));
    const boundaries = readRows("episode/transition_detection/true_boundaries.csv")
      .map((row) => Number(row.frame))
      .filter((frame) => frame >= Math.min(...centres) && frame <= Math.max(...centres));
    const predictedBoundaries = centres.filter(
      (_, at) => rows[at]!.predicted_label === "transition",
    );
    expect([boundaries.length, predictedBoundaries.length]).toEqual([
      figures.true_boundaries,
      figures.predicted_boundaries,
    ]);
    const samples = [{ boundaries, predictedBoundaries }];
    expectScore(boundaryPrecision("m", { tolerance: 10 }), samples, figures.boundary_precision);
    expectScore(boundaryRecall("m", { tolerance: 10 }), samples, figures.boundary_recall);
    expectScore(boundaryF1("m", { tolerance: 10 }), samples, figures.boundary_f1);
    expectScore(
      boundaryTimingError("m", { tolerance: 10 }),
      samples,
      figures.mean_abs_timing_error_frames,
    );
  });
});
