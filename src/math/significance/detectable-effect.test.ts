import { describe, expect, it } from "vitest";
import { incompleteBeta } from "../distribution/incomplete-beta.ts";
import { detectableDifference, detectableShare, oneWayShare } from "./detectable-effect.ts";

describe("detectableDifference", () => {
  it("is 2.8 standard errors in large sets, and more in small ones", () => {
    expect(detectableDifference(1, 1_000_000)).toBeCloseTo(2.801585, 4);
    expect(detectableDifference(2, 10)).toBeCloseTo(2 * (2.262157 + 0.883404), 5);
  });

  it("is not known where nothing varies", () => {
    expect(detectableDifference(0, 50)).toBeNull();
    expect(detectableDifference(1, 1)).toBeNull();
    expect(() => detectableDifference(-1, 50)).toThrow(RangeError);
  });
});

describe("detectableShare", () => {
  it("solves Connor's equation", () => {
    const effect = detectableShare(400, 80)!;
    expect(20 * effect).toBeCloseTo(
      1.959963985 * Math.sqrt(0.2) + 0.841621234 * Math.sqrt(0.2 - effect ** 2),
      8,
    );
  });

  it("is what flips in one direction need where few pairs differ", () => {
    expect(detectableShare(40, 2)).toBe(oneWayShare(40));
    expect(detectableShare(40, 0)).toBe(oneWayShare(40));
    expect(detectableShare(4, 2)).toBeNull();
    expect(() => detectableShare(9, 10)).toThrow(RangeError);
  });

  it("of one-way flips makes five of them as likely as it says", () => {
    const share = oneWayShare(40)!;
    // P(at least 5 of 40) of a binomial number.
    expect(incompleteBeta(5, 36, share)).toBeCloseTo(0.8, 9);
  });
});
