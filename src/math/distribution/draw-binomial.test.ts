import { describe, expect, test } from "vitest";
import { seededState } from "../seeded-random.ts";
import { betaKernel } from "./beta-kernel.ts";
import { drawBinomial, logMassAgainstMode } from "./draw-binomial.ts";

const draws = 400_000;

/** The probability of a count, from the kernel of the beta distribution. */
function mass(count: number, trials: number, probability: number): number {
  if (count === 0) return (1 - probability) ** trials;
  if (count === trials) return probability ** trials;
  const failures = trials - count;
  return (
    (betaKernel(count, failures, { x: probability, y: 1 - probability }) * trials) /
    (count * failures)
  );
}

function drawMany(trials: number, probability: number): number[] {
  const state = seededState(5, "binomial", trials, probability);
  return Array.from({ length: draws }, () => drawBinomial(trials, probability, state));
}

describe.each([
  { trials: 5, probability: 0.3 },
  { trials: 1000, probability: 0.004 },
  { trials: 20, probability: 0.5 },
  { trials: 24, probability: 0.45 },
  { trials: 100, probability: 0.3 },
  { trials: 100, probability: 0.8 },
  { trials: 1_000_000, probability: 0.001 },
  { trials: 10_000, probability: 0.5 },
])("$trials trials of probability $probability", ({ trials, probability }) => {
  const counts = drawMany(trials, probability);
  const mean = trials * probability;
  const variance = mean * (1 - probability);

  test("have the binomial mean and variance", () => {
    const drawnMean = counts.reduce((sum, count) => sum + count, 0) / draws;
    const drawnVariance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / draws;
    expect(Math.abs(drawnMean - mean)).toBeLessThan(3 * Math.sqrt(variance / draws));
    const kurtosis = 3 + (1 - 6 * probability * (1 - probability)) / variance;
    expect(Math.abs(drawnVariance - variance)).toBeLessThan(
      3 * variance * Math.sqrt((kurtosis - 1) / draws),
    );
  });

  test("follow the binomial distribution", () => {
    const observed = new Map<number, number>();
    for (const count of counts) observed.set(count, (observed.get(count) ?? 0) + 1);
    let chiSquare = 0;
    let cells = 0;
    let restExpected = draws;
    let restObserved = draws;
    for (let count = 0; count <= trials; count += 1) {
      const expected = draws * mass(count, trials, probability);
      if (expected < 10) continue;
      const seen = observed.get(count) ?? 0;
      chiSquare += (seen - expected) ** 2 / expected;
      cells += 1;
      restExpected -= expected;
      restObserved -= seen;
    }
    if (restExpected > 1) chiSquare += (restObserved - restExpected) ** 2 / restExpected;
    // Chi-square exceeds its mean by three standard deviations.
    expect(chiSquare).toBeLessThan(cells + 3 * Math.sqrt(2 * cells) + 3);
  });
});

test.each([
  { trials: 24, probability: 0.45, mode: 11 },
  { trials: 1000, probability: 0.3, mode: 300 },
])(
  "the mass of counts against the mode is exact for $trials trials",
  ({ trials, probability, mode }) => {
    for (let count = 1; count < trials; count += 1) {
      const expected = Math.log(mass(count, trials, probability) / mass(mode, trials, probability));
      if (expected > -600)
        expect(logMassAgainstMode(count, trials, probability)).toBeCloseTo(expected, 9);
    }
  },
);

test.each([
  { trials: 0, probability: 0.3, expected: 0 },
  { trials: 50, probability: 0, expected: 0 },
  { trials: 50, probability: 1, expected: 50 },
])(
  "$trials trials of probability $probability have $expected successes",
  ({ trials, probability, expected }) => {
    expect(drawBinomial(trials, probability, seededState(1))).toBe(expected);
  },
);
