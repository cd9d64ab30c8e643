import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapDifference } from "./bootstrap-difference.ts";
import { detectableMeanDifference, detectableProportionDifference } from "./minimum-detectable-effect.ts";
import { nonInferiorityOfDifference, nonInferiorityOfPairs } from "./non-inferiority.ts";
import { powerOfMeans, powerOfProportions } from "./power.ts";
import { exposureToClaim, flipsToDiffer, successesToClaim } from "./smallest-claims.ts";

describe("power", () => {
  it("at the smallest detectable effect is the power asked for", () => {
    for (const power of [0.5, 0.8, 0.9]) {
      expect(powerOfMeans(detectableMeanDifference(0.3, { power }), 0.3)).toBeCloseTo(power, 9);
      const effect = detectableProportionDifference(400, 0.2, { power, alpha: 0.01 })!;
      expect(powerOfProportions({ pairs: 400, discordantShare: 0.2, effect: -effect }, { alpha: 0.01 })).toBeCloseTo(power, 9);
    }
  });

  it("is α/2 without an effect, and certain or nil where all flips go one way", () => {
    expect(powerOfMeans(0, 1)).toBeCloseTo(0.025, 9);
    expect(powerOfProportions({ pairs: 100, discordantShare: 1, effect: 1 })).toBe(1);
    expect(powerOfProportions({ pairs: 2, discordantShare: 1, effect: 1 })).toBe(0);
  });

  it("refuses what cannot be", () => {
    expect(() => powerOfMeans(1, 0)).toThrow(RangeError);
    expect(() => powerOfMeans(1, 1, { alpha: 1 })).toThrow(RangeError);
    expect(() => powerOfProportions({ pairs: 9, discordantShare: 0.1, effect: 0.2 })).toThrow(RangeError);
    expect(() => powerOfProportions({ pairs: 0, discordantShare: 0.1, effect: 0.1 })).toThrow(RangeError);
  });
});

describe("nonInferiorityOfPairs", () => {
  it("without flips is the closed form, so that few pairs are not enough", () => {
    // √(nΔ/(1 − Δ)) = 1.451 and 3.244.
    expect(nonInferiorityOfPairs({ onlyFirst: 0, onlySecond: 0, pairs: 40, margin: 0.05 })).toBeCloseTo(0.0734, 4);
    expect(nonInferiorityOfPairs({ onlyFirst: 0, onlySecond: 0, pairs: 200, margin: 0.05 })).toBeCloseTo(0.0006, 4);
  });

  it("is one half where the new system is worse by the margin", () => {
    expect(nonInferiorityOfPairs({ onlyFirst: 5, onlySecond: 15, pairs: 100, margin: 0.1 })).toBeCloseTo(0.5, 9);
  });

  it("is a probability that falls with flips for the new system and rises with those against it", () => {
    const count = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(count, count, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (onlyFirst, onlySecond, margin) => {
        const pairs = 80;
        const p = nonInferiorityOfPairs({ onlyFirst, onlySecond, pairs, margin });
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(nonInferiorityOfPairs({ onlyFirst: onlyFirst + 1, onlySecond, pairs, margin })).toBeLessThanOrEqual(p + 1e-12);
        expect(nonInferiorityOfPairs({ onlyFirst, onlySecond: onlySecond + 1, pairs, margin })).toBeGreaterThanOrEqual(p - 1e-12);
      }),
    );
  });

  it("refuses pairs that do not add up and margins that are none", () => {
    expect(() => nonInferiorityOfPairs({ onlyFirst: 3, onlySecond: 3, pairs: 5, margin: 0.1 })).toThrow(RangeError);
    expect(() => nonInferiorityOfPairs({ onlyFirst: 0, onlySecond: 0, pairs: 0, margin: 0.1 })).toThrow(RangeError);
    expect(() => nonInferiorityOfPairs({ onlyFirst: 0, onlySecond: 0, pairs: 5, margin: 0 })).toThrow(RangeError);
  });
});

describe("nonInferiorityOfDifference", () => {
  it("is the t test of the difference plus the margin", () => {
    expect(nonInferiorityOfDifference({ difference: -0.05, standardError: 0.02, groupCount: 30, margin: 0.05 })).toBe(0.5);
    // t(10 groups) = 2.821 has .01 above it.
    expect(nonInferiorityOfDifference({ difference: 0, standardError: 0.01, groupCount: 10, margin: 0.02821438 })).toBeCloseTo(0.01, 6);
  });

  it("takes equal differences of few groups for no proof", () => {
    const same = { difference: 0, standardError: 0, margin: 0.05 };
    expect(nonInferiorityOfDifference({ ...same, groupCount: 40 })).toBeCloseTo(0.0734, 4);
    expect(nonInferiorityOfDifference({ ...same, groupCount: 200 })).toBeLessThan(0.01);
    expect(nonInferiorityOfDifference({ ...same, difference: -0.01, groupCount: 200 })).toBe(1);
    expect(nonInferiorityOfDifference({ ...same, margin: 2, groupCount: 20 })).toBe(0);
  });

  it("refuses what is no difference", () => {
    expect(() => nonInferiorityOfDifference({ difference: Number.NaN, standardError: 1, groupCount: 9, margin: 1 })).toThrow(RangeError);
    expect(() => nonInferiorityOfDifference({ difference: 0, standardError: 1, groupCount: 1, margin: 1 })).toThrow(RangeError);
    expect(() => nonInferiorityOfDifference({ difference: 0, standardError: 1, groupCount: 9, margin: -1 })).toThrow(RangeError);
  });
});

describe("bootstrapDifference", () => {
  const second = Float64Array.from({ length: 500 }, (_, at) => 0.5 + 0.1 * Math.sin(at));
  const first = second.map((value, at) => value + 0.02 * Math.cos(3 * at));

  it("judges the paired difference, not the spread of each system", () => {
    const found = bootstrapDifference({ first, second, difference: 0.05, groupCount: 50 })!;
    expect(found.standardError).toBeCloseTo(0.02 * Math.SQRT1_2, 3);
    expect(found.pValue).toBeLessThan(0.002);
    expect(found.interval.low).toBeGreaterThan(0);
    expect(bootstrapDifference({ first: second, second: first, difference: -0.05, groupCount: 50 })!.pValue).toBeCloseTo(found.pValue, 12);
    expect(bootstrapDifference({ first, second, difference: 0, groupCount: 50 })!.pValue).toBe(1);
  });

  it("takes the error of the jackknife where that is larger, and does without it where it is not defined", () => {
    const input = { first, second, difference: 0.05, groupCount: 50 };
    const plain = bootstrapDifference(input)!;
    expect(bootstrapDifference({ ...input, jackknife: new Float64Array(50).fill(0.05) })).toEqual(plain);
    expect(bootstrapDifference({ ...input, jackknife: new Float64Array(50).fill(Number.NaN) })).toEqual(plain);
    const wide = Float64Array.from({ length: 50 }, (_, at) => 0.05 + (at % 2) * 0.02);
    expect(bootstrapDifference({ ...input, jackknife: wide })!.standardError).toBeCloseTo(0.01 * Math.sqrt(49), 12);
  });

  it("of equal systems is 1, of one shifted by a constant 0", () => {
    expect(bootstrapDifference({ first: second, second, difference: 0, groupCount: 50 })).toMatchObject({ pValue: 1, standardError: 0 });
    expect(bootstrapDifference({ first: second.map((value) => value + 1), second, difference: 1, groupCount: 50 })!.pValue).toBe(0);
  });

  it("needs the same resamples, and some", () => {
    expect(() => bootstrapDifference({ first: first.subarray(1), second, difference: 0, groupCount: 5 })).toThrow(RangeError);
    expect(bootstrapDifference({ first: new Float64Array(0), second: new Float64Array(0), difference: 0, groupCount: 5 })).toBeNull();
  });
});

describe("smallest claims", () => {
  it("of a quick set of 40 queries", () => {
    expect(flipsToDiffer()).toBe(6);
    expect(flipsToDiffer(0.01)).toBe(8);
    expect(successesToClaim(40, 0.8)).toBe(37);
    expect(successesToClaim(10, 0.8)).toBeNull();
    expect(exposureToClaim(1)).toBeCloseTo(2.9957, 4);
    expect(exposureToClaim(2, 1)).toBeCloseTo(4.7439 / 2, 4);
  });

  it("refuse what is no question", () => {
    expect(() => flipsToDiffer(0)).toThrow(RangeError);
    expect(() => successesToClaim(0, 0.8)).toThrow(RangeError);
    expect(() => successesToClaim(9, 1)).toThrow(RangeError);
    expect(() => exposureToClaim(0)).toThrow(RangeError);
    expect(() => exposureToClaim(1, 0.5)).toThrow(RangeError);
  });
});
