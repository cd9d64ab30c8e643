import { describe, expect, it } from "vitest";
import { approximateRandomisation, meanOfResamples, pairedBootstrapP } from "./sacrebleu-tests.ts";
import { signFlipTest } from "./sign-flip-test.ts";

describe("pairedBootstrapP", () => {
  it("counts what exceeds the difference seen, and the one seen", () => {
    // Absolute differences 0, 1, 2, 5: less their mean of 2 only 3 exceeds 1.
    const first = Float64Array.of(1, 2, 0, 5);
    const second = Float64Array.of(1, 1, 2, 0);
    expect(pairedBootstrapP(first, second, -1)).toBe(2 / 5);
    expect(pairedBootstrapP(first, second, 3)).toBe(1 / 5);
  });
});

describe("meanOfResamples", () => {
  it("leaves a fortieth out at either end", () => {
    const scores = Float64Array.from({ length: 80 }, (_, i) => 79 - i);
    expect(meanOfResamples(scores)).toEqual({ mean: 39.5, halfWidth: (77 - 2) / 2 });
  });
});

describe("approximateRandomisation", () => {
  const first = Array.from({ length: 30 }, (_, i) => Math.sin(i) + 0.2);
  const second = Array.from({ length: 30 }, (_, i) => Math.sin(i) * 0.6);
  const all = [...first, ...second];
  const score = (weights?: ArrayLike<number>) => {
    let [sum, count] = [0, 0];
    for (const [i, value] of all.entries()) {
      sum += weights![i]! * value;
      count += weights![i]!;
    }
    return sum / count;
  };
  const differences = first.map((value, i) => value - second[i]!);
  const difference = differences.reduce((sum, one) => sum + one, 0) / 30;

  it("is the sign-flip test where the score is a mean", () => {
    const groups = Uint32Array.from(first.keys());
    const p = approximateRandomisation({
      ...{ score, groups, groupCount: 30, difference, trials: 20_000, seed: 1 },
    });
    expect(p).toBeCloseTo(signFlipTest(differences).pValue, 2);
  });

  it("swaps groups as wholes", () => {
    const groups = Uint32Array.from(first, (_, i) => i % 5);
    const sums = Array.from({ length: 5 }, (_, group) =>
      differences.filter((_one, i) => i % 5 === group).reduce((sum, one) => sum + one, 0),
    );
    const p = approximateRandomisation({
      ...{ score, groups, groupCount: 5, difference, trials: 20_000, seed: 1 },
    });
    // Trials that tie with what was seen do not exceed it.
    const { pValue } = signFlipTest(sums);
    expect(p).toBeLessThan(pValue);
    expect(p).toBeGreaterThan(pValue - 0.1);
  });
});
