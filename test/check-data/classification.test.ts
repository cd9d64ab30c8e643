import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { Metric } from "../../src/core/metric.ts";
import { clopperPearson } from "../../src/math/clopper-pearson.ts";
import { wilson } from "../../src/math/wilson.ts";
import { cohenKappa } from "../../src/metrics/agreement/cohen-kappa.ts";
import { balancedAccuracy } from "../../src/metrics/classification/balanced-accuracy.ts";
import { classF1 } from "../../src/metrics/classification/class-f1.ts";
import { confusionMatrix } from "../../src/metrics/classification/confusion-matrix.ts";
import { labelAccuracy } from "../../src/metrics/classification/label-accuracy.ts";
import { macroF1 } from "../../src/metrics/classification/macro-f1.ts";
import { microF1 } from "../../src/metrics/classification/micro-f1.ts";
import { multiLabelExactMatch } from "../../src/metrics/classification/multi-label-exact-match.ts";
import { multiLabelMacroF1 } from "../../src/metrics/classification/multi-label-macro-f1.ts";
import { multiLabelMicroF1 } from "../../src/metrics/classification/multi-label-micro-f1.ts";
import { perClassTable } from "../../src/metrics/classification/per-class-table.ts";
import { weightedF1 } from "../../src/metrics/classification/weighted-f1.ts";
import { boundaryF1 } from "../../src/metrics/regression/boundary-f1.ts";
import { boundaryPrecision } from "../../src/metrics/regression/boundary-precision.ts";
import { boundaryRecall } from "../../src/metrics/regression/boundary-recall.ts";
import { boundaryTimingError } from "../../src/metrics/regression/boundary-timing-error.ts";
import { mpjpe } from "../../src/metrics/regression/mpjpe.ts";
import { pooledR2 } from "../../src/metrics/regression/pooled-r2.ts";
import { type CheckFile, checkText } from "./check-file.ts";

type EpisodeTask = CheckFile extends infer Name ? (Name extends `episode/${infer Task}/metrics.json` ? Task : never) : never;

const readRows = (name: CheckFile): Record<string, string>[] => parse(checkText(name), { columns: true });

function expectClose(value: number | null, expected: number, what: string): void {
  expect(Math.abs((value ?? Number.NaN) - expected), `${what}: ${value} instead of ${expected}`).toBeLessThan(1e-9);
}

function expectScore<Evidence>(metric: Metric<Evidence>, evidence: readonly Evidence[], expected: number): void {
  expectClose(metric.prepare(evidence)(), expected, metric.id);
}

describe("the recorded statistics", () => {
  test("of single labels, kappa, R² and intervals", () => {
    const golden = JSON.parse(checkText("statistics/golden_misc.json"));
    const samples = golden.y.map((truth: number, at: number) => ({ truth: String(truth), predicted: String(golden.p[at]) }));
    expectScore(labelAccuracy("m"), samples, golden.acc);
    expectScore(balancedAccuracy("m"), samples, golden.balanced_acc);
    expectScore(macroF1("m", { classes: "union" }), samples, golden.macro_f1);
    expectScore(microF1("m", { classes: "union" }), samples, golden.micro_f1);
    expectScore(weightedF1("m", { classes: "union" }), samples, golden.weighted_f1);
    const matrix = confusionMatrix("m").analyse(samples);
    expect(matrix.kind === "table" && matrix.rows.map((cells) => cells.slice(1, -1))).toEqual(golden.confusion);
    const table = perClassTable("m").analyse(samples);
    for (const [at, row] of table.kind === "table" ? table.rows.entries() : []) {
      const [, support, , precision, recall, f1] = row;
      [precision, recall, f1, support].forEach((value, figure) => {
        expectClose(Number(value), golden.per_class[figure][at], `class ${at}, figure ${figure}`);
      });
    }
    const items = golden.y.map((first: number, at: number) => ({ ratings: [String(first), String(golden.p[at])] }));
    const categories = ["0", "1", "2", "3"];
    expectScore(cohenKappa("m"), items, golden.kappa);
    expectScore(cohenKappa("m", { weights: "linear", categories }), items, golden.kappa_linear);
    expectScore(cohenKappa("m", { weights: "quadratic", categories }), items, golden.kappa_quadratic);
    // The inputs of this figure are the example in scikit-learn's documentation of r2_score.
    const vectors = [
      { target: [0.5, 1], predicted: [0, 2] },
      { target: [-1, 1], predicted: [-1, 2] },
      { target: [7, -6], predicted: [8, -5] },
    ];
    expectScore(pooledR2("m"), vectors, golden.r2_multi.variance_weighted);
    expectClose(wilson(37, 50).low, golden.wilson95_37of50[0], "wilson");
    expectClose(wilson(37, 50).high, golden.wilson95_37of50[1], "wilson");
    expectClose(clopperPearson(37, 50).low, golden.clopper95_37of50[0], "clopperPearson");
    expectClose(clopperPearson(37, 50).high, golden.clopper95_37of50[1], "clopperPearson");
  });

  test("of poses", () => {
    const golden = JSON.parse(checkText("statistics/mpjpe_golden.json"));
    const samples = golden.gt.map((pose: number[][], at: number) => ({ target: [pose], predicted: [golden.pred[at]] }));
    expectScore(mpjpe("m"), samples, golden.mpjpe);
  });
});

describe("the recorded figures of the episode suite", () => {
  const figuresOf = (task: EpisodeTask) => JSON.parse(checkText(`episode/${task}/metrics.json`));
  const classification = ["contact_prediction", "next_action", "timeline_action", "timeline_subtask", "transition_detection"] as const;

  test.each(classification)("%s", (task) => {
    const figures = figuresOf(task);
    const samples = readRows(`episode/${task}/predictions.csv`).map((row) => ({ truth: row.true_label!, predicted: row.predicted_label! }));
    expect(samples.length).toBe(figures.num_eval_windows);
    expectScore(labelAccuracy("m"), samples, figures.accuracy);
    expectScore(balancedAccuracy("m"), samples, figures.balanced_accuracy);
    expectScore(macroF1("m", { classes: "support" }), samples, figures.macro_f1);
    expectScore(weightedF1("m", { classes: "support" }), samples, figures.weighted_f1);
  });

  test("timeline_action falls from .0500 to .0139 when the class set is the union", () => {
    const rows = readRows("episode/timeline_action/predictions.csv");
    const samples = rows.map((row) => ({ truth: row.true_label!, predicted: row.predicted_label! }));
    expect(macroF1("m", { classes: "union" }).prepare(samples)()).toBeCloseTo(0.0139, 4);
  });

  test.each(["temporal_order", "misalignment_detection"] as const)("%s", (task) => {
    const figures = figuresOf(task);
    const samples = readRows(`episode/${task}/predictions.csv`).map((row) => ({ truth: row.true!, predicted: row.predicted! }));
    expectScore(labelAccuracy("m"), samples, figures.accuracy);
    expectScore(classF1("m", { positive: "1" }), samples, figures.f1);
    const matrix = confusionMatrix("m").analyse(samples);
    expect(matrix.kind === "table" && matrix.rows).toEqual([
      ["0", figures.tn, figures.fp, 0],
      ["1", figures.fn, figures.tp, 0],
    ]);
    const table = perClassTable("m").analyse(samples);
    const [, support, predicted, precision, recall] = (table.kind === "table" && table.rows[1]) || [];
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
    const predictedBoundaries = centres.filter((_, at) => rows[at]!.predicted_label === "transition");
    expect([boundaries.length, predictedBoundaries.length]).toEqual([figures.true_boundaries, figures.predicted_boundaries]);
    const samples = [{ boundaries, predictedBoundaries }];
    expectScore(boundaryPrecision("m", { tolerance: 10 }), samples, figures.boundary_precision);
    expectScore(boundaryRecall("m", { tolerance: 10 }), samples, figures.boundary_recall);
    expectScore(boundaryF1("m", { tolerance: 10 }), samples, figures.boundary_f1);
    expectScore(boundaryTimingError("m", { tolerance: 10 }), samples, figures.mean_abs_timing_error_frames);
  });
});
