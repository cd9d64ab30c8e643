import { describe, expect, it } from "vitest";
import { predictionPowered } from "../../src/math/interval/prediction-powered.ts";
import reference from "./prediction-powered.json" with { type: "json" };

describe(`corrected scores agree with ppi-python ${reference.madeWith["ppi-python"]}`, () => {
  it.each(reference.cases)("case %#", ({ people, judged, value, standardError }) => {
    const n = judged.length;
    const found = predictionPowered({
      judged: { values: Float64Array.from(judged), weights: new Float64Array(n).fill(1) },
      people: {
        values: Float64Array.from(judged, (_, i) => people[i] ?? 0),
        weights: new Float64Array(n).fill(1),
      },
      isLabelled: Uint8Array.from(judged, (_, i) => (i < people.length ? 1 : 0)),
      groups: Uint32Array.from(judged, (_, i) => i),
      groupCount: n,
    })!;
    expect(Math.abs(found.value - value)).toBeLessThan(1e-9);
    // Between groups, here of one answer each, the sum of squares is divided by one less.
    expect(Math.abs(found.standardError * Math.sqrt((n - 1) / n) - standardError)).toBeLessThan(
      1e-9,
    );
  });
});
