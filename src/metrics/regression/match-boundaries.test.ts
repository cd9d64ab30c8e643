import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundaryF1 } from "./boundary-f1.ts";
import { boundaryPrecision } from "./boundary-precision.ts";
import { boundaryRecall } from "./boundary-recall.ts";
import { boundaryTimingError } from "./boundary-timing-error.ts";
import { matchBoundaries } from "./match-boundaries.ts";

describe("matchBoundaries", () => {
  it.each([
    { name: "nothing", boundaries: [], predictions: [], hits: 0, errors: [] },
    {
      name: "the tolerance itself is within",
      boundaries: [0],
      predictions: [10],
      hits: 1,
      errors: [10],
    },
    { name: "beyond the tolerance", boundaries: [0], predictions: [10.5], hits: 0, errors: [] },
    { name: "each boundary once", boundaries: [5], predictions: [4, 5, 6], hits: 1, errors: [1] },
    {
      name: "the nearest free one",
      boundaries: [0, 8],
      predictions: [6, 7],
      hits: 2,
      errors: [2, 7],
    },
    {
      name: "the earlier one of two as near",
      boundaries: [4, 0],
      predictions: [2, 14],
      hits: 2,
      errors: [2, 10],
    },
    {
      name: "in rising order",
      boundaries: [10, 25],
      predictions: [20, 15],
      hits: 2,
      errors: [5, 5],
    },
    {
      name: "equal boundaries are two",
      boundaries: [3, 3],
      predictions: [3, 3],
      hits: 2,
      errors: [0, 0],
    },
  ])("$name", ({ boundaries, predictions, hits, errors }) => {
    expect(matchBoundaries(boundaries, predictions, 10)).toEqual({
      hits,
      misses: boundaries.length - hits,
      falseAlarms: predictions.length - hits,
      errors,
    });
  });

  it("refuses a tolerance that is none", () => {
    expect(() => matchBoundaries([], [], -1)).toThrow(RangeError);
  });
});

describe("metrics of boundaries", () => {
  const options = { tolerance: 2 };
  const metrics = [boundaryPrecision, boundaryRecall, boundaryF1, boundaryTimingError].map((make) =>
    make("m", options),
  );
  const samples = [
    { boundaries: [0, 10], predictedBoundaries: [1, 5, 6] },
    { boundaries: [20], predictedBoundaries: [] },
    { boundaries: null, predictedBoundaries: [3] },
  ];

  it("sum over samples and leave hidden truths out", () => {
    expect(metrics.map((metric) => metric.prepare(samples)())).toEqual([1 / 3, 1 / 3, 2 / 6, 1]);
    expect(metrics.map((metric) => metric.prepare([])())).toEqual([null, null, null, null]);
    expect(metrics[0]!.signature).toBe(
      "boundary-precision|matching:nearest-free-in-order|tolerance:2|v:1",
    );
  });

  const times = fc.array(fc.nat(30), { maxLength: 6 });
  const items = fc.array(
    fc.tuple(fc.record({ boundaries: times, predictedBoundaries: times }), fc.nat(3)),
  );
  it.each(metrics)("$id is bounded and takes weights as repetitions", (metric) => {
    fc.assert(
      fc.property(items, (pairs) => {
        const repeated = pairs.flatMap(([item, count]) =>
          Array.from({ length: count }, () => item),
        );
        const value =
          metric.prepare(pairs.map(([item]) => item))(
            Uint32Array.from(pairs, ([, count]) => count),
          ) ?? -1;
        expect(value).toBeLessThanOrEqual(metric.worst === null ? options.tolerance : 1);
        expect(value).toBeCloseTo(metric.prepare(repeated.toReversed())() ?? -1, 12);
      }),
    );
  });
});
