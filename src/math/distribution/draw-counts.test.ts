import { describe, expect, test } from "vitest";
import { seededState } from "../seeded-random.ts";
import { drawCounts } from "./draw-counts.ts";

function draw(length: number, ...stream: readonly number[]): Uint32Array {
  const counts = new Uint32Array(length).fill(9);
  drawCounts(counts, seededState(11, ...stream));
  return counts;
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}

describe("drawCounts", () => {
  test.each([0, 1, 2, 3, 100, 1023, 1024, 1025, 2048, 5000])(
    "of %d counts draws as many",
    (length) => {
      for (let stream = 0; stream < 20; stream += 1) expect(sum(draw(length, stream))).toBe(length);
    },
  );

  test.each([3, 1024, 2500])("among %d counts favours none", (length) => {
    const rounds = 2000;
    const totals = new Float64Array(length);
    for (let round = 0; round < rounds; round += 1)
      draw(length, round).forEach((count, index) => {
        totals[index]! += count;
      });
    const chiSquare = totals.reduce((total, count) => total + (count - rounds) ** 2 / rounds, 0);
    expect(Math.abs(chiSquare - (length - 1))).toBeLessThan(3.3 * Math.sqrt(2 * (length - 1)));
  });

  test.each([4, 1024, 3000])(
    "among %d counts varies as the multinomial does, within and across blocks",
    (length) => {
      const rounds = 4000;
      const pairs = [
        [0, 1],
        [0, length - 1],
      ] as const;
      const variance = 1 - 1 / length;
      let square = 0;
      const products = pairs.map(() => 0);
      for (let round = 0; round < rounds; round += 1) {
        const counts = draw(length, round);
        square += (counts[0]! - 1) ** 2;
        pairs.forEach(([first, second], index) => {
          products[index]! += (counts[first]! - 1) * (counts[second]! - 1);
        });
      }
      // The fourth moment of counts near Poisson(1) is 4, so that squares have a standard deviation
      // of √3.
      expect(Math.abs(square / rounds - variance)).toBeLessThan(3 * Math.sqrt(3 / rounds));
      for (const product of products)
        expect(Math.abs(product / rounds + 1 / length)).toBeLessThan(3 / Math.sqrt(rounds));
    },
  );

  test("shares draws out over blocks with the binomial variance", () => {
    const rounds = 4000;
    let square = 0;
    for (let round = 0; round < rounds; round += 1)
      square += (sum(draw(3072, round).subarray(0, 1024)) - 1024) ** 2;
    const variance = (3072 * 2) / 9;
    expect(Math.abs(square / rounds / variance - 1)).toBeLessThan(3 * Math.sqrt(2 / rounds));
  });
});
