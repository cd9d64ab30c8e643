import { describe, expect, it } from "vitest";
import { bleuScore, packBleuStatistics } from "./bleu-rows.ts";

describe("bleuScore", () => {
  const rows = packBleuStatistics(
    Array.from({ length: 40 }, (_, i) => ({
      matches: [i % 9, i % 5, i % 3, i % 2],
      candidateLength: 3 + (i % 9),
      referenceLength: 4 + (i % 7),
    })),
  );
  const added = (weights: ArrayLike<number>) =>
    Array.from({ length: 10 }, (_, column) =>
      Array.from({ length: 40 }, (_unused, row) => weights[row]! * rows[10 * row + column]!).reduce(
        (sum, one) => sum + one,
        0,
      ),
    );

  it.each([
    ["small", (i: number) => i % 4],
    ["so large that two sums do not fit into one number", (i: number) => 2 ** 25 + i],
  ])("adds up rows by weights that are %s", (_, weight) => {
    const weights = Uint32Array.from({ length: 40 }, (_unused, i) => weight(i));
    let seen: readonly number[] = [];
    bleuScore(rows, (sums) => {
      seen = [...sums];
      return 1;
    })(weights);
    expect(seen).toEqual(added(weights));
  });

  it("is not defined without a segment", () => {
    expect(bleuScore(rows, () => 1)(new Uint32Array(40))).toBeNull();
  });
});
