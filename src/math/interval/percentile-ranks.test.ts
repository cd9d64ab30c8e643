import { describe, expect, it } from "vitest";
import { percentileRanks } from "./percentile-ranks.ts";

describe("percentileRanks", () => {
  // P(X < low) and P(X >= high) of a binomial with p = .5 stay at or below .025.
  it.each([
    [6, 1, 6],
    [10, 2, 9],
    [20, 6, 15],
    [100, 40, 61],
  ])("of a median of %d values are %d and %d", (n, low, high) =>
    expect(percentileRanks(0.5, n)).toEqual({ low, high }),
  );

  it("are not known of too few values", () => {
    expect(percentileRanks(0.5, 5)).toBeUndefined();
    expect(percentileRanks(0.99, 100)).toBeUndefined();
    expect(percentileRanks(0.5, 0)).toBeUndefined();
  });
});
