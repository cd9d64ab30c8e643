import { describe, expect, test } from "vitest";
import {
  correlationInterval,
  intraclassCorrelation,
} from "../../src/metrics/agreement/intraclass-correlation.ts";
import { labelAveragePrecision } from "../../src/metrics/classification/label-average-precision.ts";
import { rescaledScores } from "../../src/metrics/classification/rescale-scores.ts";
import { taskLabelSets, taskMacroF1 } from "../../src/metrics/classification/task-macro-f1.ts";
import reference from "./classification-scores.json" with { type: "json" };

const numbered = <T extends object>(rows: readonly T[]) =>
  rows.map((row, index) => ({ ...row, index }));

describe(`average precision agrees with scikit-learn ${reference.madeWith["scikit-learn"]}`, () => {
  test.each(numbered(reference.rankings))("case $index", (row) => {
    const items = row.truth.map((truth, at) => ({
      truth,
      options: reference.offered,
      scores: row.scores[at]!,
    }));
    const weights = Uint32Array.from(row.weights);
    for (const average of ["macro", "micro"] as const) {
      const score = labelAveragePrecision("m", average).prepare(items);
      expect(score()).toBeCloseTo(row[average], 10);
      expect(score(weights)).toBeCloseTo(
        average === "macro" ? row.macroWeighted : row.microWeighted,
        10,
      );
    }
    for (const [at, label] of reference.offered.entries())
      expect(labelAveragePrecision("m", { label }).prepare(items)()).toBeCloseTo(
        row.perLabel[at]!,
        10,
      );
  });
});

describe("rescaled labels agree with their definition in NumPy", () => {
  test.each(numbered(reference.rescalings))("case $index", (row) => {
    const options = reference.offered.slice(0, 3);
    const items = row.truth.map((truth, at) => ({
      task: "t",
      truth,
      options,
      scores: row.scores[at]!,
    }));
    for (const pool of ["all", "others"] as const) {
      const sets = taskLabelSets(items, { rescaling: pool, ties: "first" });
      expect(sets.flatMap(({ predictions }) => predictions)).toEqual(row[pool]);
      for (const [at, scores] of rescaledScores(items, pool).entries())
        for (const [place, score] of scores!.entries())
          expect(score).toBeCloseTo(row.scaled[pool][at]![place]!, 9);
    }
    for (const rescaling of ["none", "all", "others"] as const)
      expect(taskMacroF1("m", { rescaling }).prepare(items)()).toBeCloseTo(
        row.macroF1[rescaling],
        10,
      );
  });
});

describe(`ICC(2,1) and its interval agree with pingouin ${reference.madeWith.pingouin}`, () => {
  test.each(numbered(reference.correlations))("case $index", (row) => {
    const items = row.ratings.map((ratings) => ({ ratings }));
    expect(intraclassCorrelation("m").prepare(items)()).toBeCloseTo(row.icc, 10);
    const limits = correlationInterval(items)!;
    expect(limits.low).toBeCloseTo(row.interval[0]!, 9);
    expect(limits.high).toBeCloseTo(row.interval[1]!, 9);
  });
});
