import { describe, expect, test } from "vitest";
import type { Metric } from "../../src/core/scores/metric.ts";
import { cohenKappa } from "../../src/metrics/agreement/cohen-kappa.ts";
import { fleissKappa } from "../../src/metrics/agreement/fleiss-kappa.ts";
import { gwetAc1 } from "../../src/metrics/agreement/gwet-ac1.ts";
import { intraclassCorrelation } from "../../src/metrics/agreement/intraclass-correlation.ts";
import { krippendorffAlpha } from "../../src/metrics/agreement/krippendorff-alpha.ts";
import { krippendorffAlphaInterval } from "../../src/metrics/agreement/krippendorff-alpha-interval.ts";
import { pabak } from "../../src/metrics/agreement/pabak.ts";
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
import { meanAbsoluteError } from "../../src/metrics/regression/mean-absolute-error.ts";
import { meanSquaredError } from "../../src/metrics/regression/mean-squared-error.ts";
import { pooledR2 } from "../../src/metrics/regression/pooled-r2.ts";
import reference from "./classification.json" with { type: "json" };

function expectScore<Evidence>(
  metric: Metric<Evidence>,
  evidence: readonly Evidence[],
  expected: number,
): void {
  const value = metric.prepare(evidence)();
  expect(
    Math.abs((value ?? Number.NaN) - expected),
    `${metric.id}: ${value} instead of ${expected}`,
  ).toBeLessThan(1e-9);
}

const numbered = <T extends object>(rows: readonly T[]) =>
  rows.map((row, index) => ({ ...row, index }));

describe("single labels agree with scikit-learn", () => {
  test.each(numbered(reference.labels))("case $index", (row) => {
    const samples = row.truth.map((truth, at) => ({
      truth,
      predicted: row.predicted[at]!,
      options: reference.offered,
    }));
    expectScore(labelAccuracy("m"), samples, row.accuracy);
    expectScore(balancedAccuracy("m"), samples, row.balancedAccuracy);
    expectScore(classF1("m", { positive: "a" }), samples, row.classF1);
    for (const classes of ["support", "union", "options"] as const) {
      expectScore(macroF1("m", { classes }), samples, row.macroF1[classes]);
      expectScore(microF1("m", { classes }), samples, row.microF1[classes]);
      expectScore(weightedF1("m", { classes }), samples, row.weightedF1[classes]);
    }
    const matrix = confusionMatrix("m").analyse(samples);
    expect(matrix.kind === "table" && matrix.rows.map((cells) => cells.slice(1, -1))).toEqual(
      row.confusion,
    );
    const table = perClassTable("m").analyse(
      samples.map(({ truth, predicted }) => ({ truth, predicted })),
    );
    const figures =
      table.kind === "table"
        ? table.rows.map(([name, support, , ...rest]) => [
            name,
            support,
            ...rest.map((x) => x ?? 0),
          ])
        : [];
    expect(figures).toEqual(
      row.perClass.map(([name, support, ...rest]) => [
        name,
        support,
        ...rest.map((x) => expect.closeTo(Number(x), 12)),
      ]),
    );
  });
});

describe("label sets agree with scikit-learn", () => {
  test.each(numbered(reference.labelSets))("case $index", (row) => {
    const samples = row.truths.map((truths, at) => ({
      truths,
      predictions: row.predictions[at]!,
      options: reference.offered,
    }));
    expectScore(multiLabelMicroF1("m", { classes: "options" }), samples, row.microF1);
    expectScore(multiLabelMacroF1("m", { classes: "options" }), samples, row.macroF1);
    expectScore(multiLabelExactMatch("m"), samples, row.exactMatch);
  });
});

describe("two raters agree with scikit-learn, PABAK and AC1 with their papers", () => {
  test.each(numbered(reference.twoRaters))("case $index", ({ categories, ...row }) => {
    const items = row.ratings.map((ratings) => ({ ratings }));
    expectScore(cohenKappa("m"), items, row.kappa);
    expectScore(cohenKappa("m", { weights: "linear", categories }), items, row.kappaLinear);
    expectScore(cohenKappa("m", { weights: "quadratic", categories }), items, row.kappaQuadratic);
    expectScore(pabak("m", { categories }), items, row.pabak);
    expectScore(gwetAc1("m", { categories }), items, row.ac1);
  });
});

describe("many raters agree with statsmodels and krippendorff", () => {
  const named = (ratings: readonly (number | null)[]) => ({
    ratings: ratings.map((rating) => (rating === null ? null : String(rating))),
  });
  test.each(numbered(reference.manyRaters))("case $index", (row) => {
    expectScore(fleissKappa("m"), row.ratings.map(named), row.fleiss);
    expectScore(krippendorffAlpha("m"), row.sparse.map(named), row.alphaNominal);
    const items = (rows: readonly (readonly (number | null)[])[]) =>
      rows.map((ratings) => ({ ratings }));
    expectScore(krippendorffAlphaInterval("m"), items(row.sparseScores), row.alphaInterval);
    expectScore(intraclassCorrelation("m"), items(row.scores), row.icc);
  });
});

describe("regression agrees with scikit-learn", () => {
  test.each(numbered(reference.vectors))("case $index", (row) => {
    const samples = row.target.map((target, at) => ({ target, predicted: row.predicted[at]! }));
    expectScore(meanSquaredError("m"), samples, row.mse);
    expectScore(meanAbsoluteError("m"), samples, row.mae);
    expectScore(pooledR2("m"), samples, row.r2);
  });
});
