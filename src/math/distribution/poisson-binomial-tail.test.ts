import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poissonBinomialTail } from "./poisson-binomial-tail.ts";

const same = (count: number, p: number) => new Float64Array(count).fill(p);

describe("poissonBinomialTail", () => {
  // scipy 1.17.1: binom.sf(successes - 1, n, p), poisson_binom.sf
  it.each([
    [8, same(20, 0.25), 0.10181185692272265],
    [300, same(1000, 0.25), 0.0001935903219490758],
    [5, [0.5, 0.25, 0.2, 0.2, 0.5, 0.25], 0.010624999999999885],
    [0, [0.5], 1],
    [3, [0.5, 0.5], 0],
    [2, [1, 1], 1],
  ])("%d successes", (successes, probabilities, expected) => {
    expect(poissonBinomialTail(successes, probabilities)).toBeCloseTo(expected, 12);
  });

  it("goes on smoothly beyond what is summed exactly", () => {
    const expected = 0.018228961582411836;
    expect(poissonBinomialTail(3100, same(12_000, 0.25)) / expected).toBeCloseTo(1, 1);
  });

  it("adds up all ways to succeed", () => {
    const probabilities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(probabilities, fc.nat(8), (given, successes) => {
        let sum = 0;
        for (let way = 0; way < 2 ** given.length; way++) {
          const isHit = given.map((_, at) => ((way >> at) & 1) === 1);
          if (isHit.filter(Boolean).length >= successes)
            sum += given.reduce((chance, p, at) => chance * (isHit[at] ? p : 1 - p), 1);
        }
        expect(poissonBinomialTail(successes, given)).toBeCloseTo(sum, 9);
      }),
    );
  });
});
