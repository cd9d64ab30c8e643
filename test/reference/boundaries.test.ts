import { expect, test } from "vitest";
import { boundaryF1 } from "../../src/metrics/regression/boundary-f1.ts";
import { boundaryPrecision } from "../../src/metrics/regression/boundary-precision.ts";
import { boundaryRecall } from "../../src/metrics/regression/boundary-recall.ts";
import { boundaryTimingError } from "../../src/metrics/regression/boundary-timing-error.ts";
import reference from "./boundaries.json" with { type: "json" };

test.each(reference.cases.map((one, number) => ({ ...one, number })))(
  "boundary_f1 of the Xperience-10M task suite, case $number",
  (one) => {
    const samples = [{ boundaries: one.true, predictedBoundaries: one.predicted }];
    const { answer, tolerance } = one;
    for (const [metric, value] of [
      [boundaryPrecision("m", { tolerance }), answer.boundary_precision],
      [boundaryRecall("m", { tolerance }), answer.boundary_recall],
      [boundaryF1("m", { tolerance }), answer.boundary_f1],
    ] as const)
      expect(metric.prepare(samples)(), metric.id).toBeCloseTo(value, 12);
    expect(boundaryTimingError("m", { tolerance }).prepare(samples)()).toBe(
      answer.mean_abs_timing_error_frames,
    );
  },
);
