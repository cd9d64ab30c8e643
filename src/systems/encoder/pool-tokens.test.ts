import { describe, expect, it } from "vitest";
import { poolTokens } from "./pool-tokens.ts";
import { normalised, productOf } from "./vectors.ts";

/** Two texts of two tokens and one, with vectors of two numbers; the last is padding. */
const vectors = {
  values: Float32Array.of(3, 0, 3, 8, 0, 5, 9, 9),
  textCount: 2,
  tokenCount: 2,
  size: 2,
  lengths: [2, 1],
};

describe("one vector for a text", () => {
  it("is the mean of its tokens without padding", () => {
    const pooled = poolTokens(vectors, "mean");
    expect(pooled.map((one) => [...one])).toEqual([
      [3, 4],
      [0, 5],
    ]);
    expect([...normalised(pooled[0]!)]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });

  it("or that of its first token", () => {
    expect(poolTokens(vectors, "first-token").map((one) => [...one])).toEqual([
      [3, 0],
      [0, 5],
    ]);
  });

  it("is all zeros where the tokens cancel each other", () => {
    const values = Float32Array.of(1, -1);
    const [pooled] = poolTokens(
      { values, textCount: 1, tokenCount: 2, size: 1, lengths: [2] },
      "mean",
    );
    expect([...normalised(pooled!)]).toEqual([0]);
  });

  it("is compared in single precision", () => {
    expect(productOf(Float32Array.of(0.6, 0.8), Float32Array.of(0, 1))).toBe(Math.fround(0.8));
  });
});
