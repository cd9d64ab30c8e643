import { expect, it } from "vitest";
import { cosineCandidates } from "./cosine-ranking.ts";

it("ranks by cosine, equal ones in their own order", () => {
  const candidates = cosineCandidates(Float64Array.of(1, 0, 0, 2, 3, 3, 0, 5), 2);
  const { order, similarities } = candidates.rank(Float32Array.of(0, 9));
  expect(candidates.count).toBe(4);
  expect([...order]).toEqual([1, 3, 2, 0]);
  expect([...similarities].map((one) => Number(one.toFixed(6)))).toEqual([
    ...[0, 1, Number(Math.SQRT1_2.toFixed(6)), 1],
  ]);
});

it("compares vectors without a length, and has a floor under very short ones", () => {
  const { similarities } = cosineCandidates(Float64Array.of(0, 0, 1e-9, 0), 2).rank(
    Float64Array.of(1, 0),
  );
  expect([...similarities]).toEqual([0, 1e-9 / 1e-8]);
});
