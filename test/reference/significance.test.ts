import { describe, expect, test } from "vitest";
import { poissonInterval } from "../../src/math/interval/poisson-interval.ts";
import { holm } from "../../src/math/significance/holm.ts";
import { mcnemarExact, mcnemarMidP } from "../../src/math/significance/mcnemar.ts";
import { signFlipTest } from "../../src/math/significance/sign-flip-test.ts";
import reference from "./significance.json" with { type: "json" };

function expectClose(value: number, expected: number, what: string): void {
  const error = value === expected ? 0 : Math.abs(value - expected) / Math.abs(expected);
  expect(error, `${what}: ${value} instead of ${expected}`).toBeLessThan(1e-9);
}

describe("tests between systems agree with SciPy and statsmodels", () => {
  test("McNemar, exact and mid-p", () => {
    for (const [onlyFirst, onlySecond, exact, midP] of reference.mcnemar as [
      number,
      number,
      number,
      number,
    ][]) {
      expectClose(
        mcnemarExact({ onlyFirst, onlySecond }),
        exact,
        `exact of ${onlyFirst} and ${onlySecond}`,
      );
      expectClose(
        mcnemarMidP({ onlyFirst, onlySecond }),
        midP,
        `mid-p of ${onlyFirst} and ${onlySecond}`,
      );
    }
  });

  test("sign flips, enumerated", () => {
    for (const { differences, pValue } of reference.signFlip)
      expectClose(signFlipTest(differences).pValue, pValue, String(differences));
  });

  test("sign flips, drawn: within three standard errors of the exact value", () => {
    for (const { differences, pValue } of reference.signFlipLarge) {
      const resamples = 40_000;
      const drawn = signFlipTest(differences, { resamples, seed: 5 });
      expect(drawn.method).toBe("monte-carlo");
      expect(Math.abs(drawn.pValue - pValue)).toBeLessThan(
        3 * Math.sqrt((pValue * (1 - pValue)) / resamples) + 1 / resamples,
      );
    }
  });

  test("Holm", () => {
    for (const row of reference.adjusted) {
      holm(row.pValues).forEach((p, at) => {
        expectClose(p, row.holm[at]!, "holm");
      });
    }
  });

  test("Poisson interval", () => {
    for (const [count, confidence, low, high] of reference.poisson as [
      number,
      number,
      number,
      number,
    ][]) {
      const limits = poissonInterval(count, 1, confidence);
      expectClose(limits.low, low, `low of ${count}`);
      expectClose(limits.high, high, `high of ${count}`);
    }
  });
});
