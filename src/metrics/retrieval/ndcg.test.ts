import { describe, expect, it } from "vitest";
import { ndcg } from "./ndcg.ts";

const idealGains = [1, 0.8, 0.5];
const query = (gains: readonly number[]) => ({
  gains,
  idealGains,
  judgedNonrelevant: 0,
  missing: false,
});

describe("ndcg", () => {
  it("has VIGIL's values with exponential gain", () => {
    const metric = ndcg("m", { k: 3, gain: "exponential" });
    expect(metric.value(query([0.5, 0.8, 1]))).toBeCloseTo(0.825106, 6);
    expect(metric.value(query([1, 0, 0.8]))).toBeCloseTo(0.818391, 6);
    expect(metric.value(query([1, 0.8, 0.5]))).toBe(1);
  });

  it("takes the relevance itself with linear gain", () => {
    expect(ndcg("m", { k: 2 }).value(query([0.5, 1]))).toBeCloseTo(
      (0.5 + 1 / Math.log2(3)) / (1 + 0.8 / Math.log2(3)),
      12,
    );
    expect(ndcg("m").value(query([-1, 1]))).toBeCloseTo(
      1 / Math.log2(3) / (1 + 0.8 / Math.log2(3) + 0.5 / 2),
      12,
    );
  });
});
