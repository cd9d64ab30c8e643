import { expect, it } from "vitest";
import { fakeCorpusMetric } from "../../../test/summaries/fake-evidence.ts";
import type { Regression } from "../../scoring/comparison/regression.ts";
import { regressionCheck } from "./regression-check.ts";

const gate = { alpha: 0.01, strict: false } as Parameters<typeof regressionCheck>[1]["gate"];

/** What a check says whose loss has this p-value, of a set that is called hopeless. */
function said(p: number) {
  const one = {
    metric: fakeCorpusMetric(() => () => 0),
    found: {
      ...{ n: 30, groups: 30, first: 0, second: 0.31, value: -0.31, low: -0.4, high: -0.2 },
      standardError: 0.1,
    },
    ...{ margin: 0.02, test: "t", detectable: null, isHopeless: true, worse: p, notWorse: 1 },
  } as Regression;
  return regressionCheck(one, { gate, level: 0.01, adjusted: p, leftOut: 0 });
}

it("says what a set can show only where it shows no loss", () => {
  expect(said(0.2)).toMatchObject({ state: "passed", reason: expect.stringContaining("not even") });
  expect(said(0.0001)).toMatchObject({
    state: "failed",
    reason: "such a loss is shown (p <0.001); 30 samples",
  });
});
