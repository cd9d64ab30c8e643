import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tangoInterval } from "./tango-interval.ts";

describe("tangoInterval", () => {
  it("agrees with the published example", () => {
    // Airway hyper-responsiveness of 21 children (Fagerland, Lydersen and Laake 2014, "Recommended
    // tests and confidence intervals for paired binomial proportions").
    const { low, high } = tangoInterval({ onlyFirst: 1, onlySecond: 7, pairs: 21 });
    expect(low).toBeCloseTo(-0.517, 3);
    expect(high).toBeCloseTo(-0.026, 3);
  });

  it("has a width without discordant pairs, and none beyond the ends", () => {
    const { low, high } = tangoInterval({ onlyFirst: 0, onlySecond: 0, pairs: 40 });
    expect(low).toBeCloseTo(-high, 12);
    // The score limit of 0 of 40: z² / (n + z²).
    expect(high).toBeCloseTo(3.841459 / (40 + 3.841459), 6);
    expect(tangoInterval({ onlyFirst: 40, onlySecond: 0, pairs: 40 }).high).toBe(1);
  });

  const counts = fc
    .tuple(fc.nat(30), fc.nat(30), fc.nat(60))
    .map(([onlyFirst, onlySecond, rest]) => ({
      onlyFirst,
      onlySecond,
      pairs: onlyFirst + onlySecond + rest + 1,
    }));

  it("holds the difference, turns round with the systems and narrows with more pairs", () => {
    fc.assert(
      fc.property(counts, ({ onlyFirst, onlySecond, pairs }) => {
        const { low, high } = tangoInterval({ onlyFirst, onlySecond, pairs });
        const difference = (onlyFirst - onlySecond) / pairs;
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        const turned = tangoInterval({ onlyFirst: onlySecond, onlySecond: onlyFirst, pairs });
        expect(turned.low).toBeCloseTo(-high, 9);
        const more = tangoInterval({
          onlyFirst: 4 * onlyFirst,
          onlySecond: 4 * onlySecond,
          pairs: 4 * pairs,
        });
        expect(more.high - more.low).toBeLessThan(high - low + 1e-9);
      }),
    );
  });

  it.each([
    { onlyFirst: 1, onlySecond: 1, pairs: 1 },
    { onlyFirst: 0, onlySecond: 0, pairs: 0 },
    { onlyFirst: 0.5, onlySecond: 0, pairs: 2 },
  ])("refuses %j", (given) => expect(() => tangoInterval(given)).toThrow(RangeError));
});
