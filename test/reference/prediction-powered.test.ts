import { describe, expect, it } from "vitest";
import { predictionPowered } from "../../src/math/interval/prediction-powered.ts";
import reference from "./prediction-powered.json" with { type: "json" };

describe(`corrected scores agree with ppi-python ${reference.madeWith["ppi-python"]}`, () => {
  it.each(reference.cases)("case %#", ({ people, judged, tuned, plain }) => {
    const n = judged.length;
    const answers = {
      judged: { values: Float64Array.from(judged), weights: new Float64Array(n).fill(1) },
      people: {
        values: Float64Array.from(judged, (_, i) => people[i] ?? 0),
        weights: new Float64Array(n).fill(1),
      },
      isLabelled: Uint8Array.from(judged, (_, i) => (i < people.length ? 1 : 0)),
      groups: Uint32Array.from(judged, (_, i) => i),
      groupCount: n,
    };
    for (const [expected, tunes] of [
      [tuned, true],
      [plain, false],
    ] as const) {
      const found = predictionPowered(answers, { tunes })!;
      expect(Math.abs(found.value - expected.value)).toBeLessThan(1e-9);
      // Between groups, here of one answer each, the sum of squares is divided by one less.
      const error = found.standardError * Math.sqrt((n - 1) / n);
      expect(Math.abs(error - expected.standardError)).toBeLessThan(1e-9);
    }
  });
});
