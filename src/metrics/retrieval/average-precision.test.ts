import { describe, expect, it } from "vitest";
import { averagePrecision } from "./average-precision.ts";

describe("averagePrecision", () => {
  it.each([
    { gains: [1, 0, 1], relevant: 2, k: "all", value: (1 + 2 / 3) / 2 },
    { gains: [0, 1, 1], relevant: 2, k: "all", value: (1 / 2 + 2 / 3) / 2 },
    { gains: [1, 0, 0, 1, 1], relevant: 4, k: "all", value: (1 + 2 / 4 + 3 / 5) / 4 },
    { gains: [1, 0, 0, 1, 1], relevant: 4, k: 3, value: 1 / 4 },
    { gains: [-1, -1], relevant: 1, k: "all", value: 0 },
  ] as const)("$gains of $relevant at $k", ({ gains, relevant, k, value }) => {
    const query = {
      gains,
      idealGains: new Array<number>(relevant).fill(1),
      judgedNonrelevant: 0,
      missing: false,
    };
    expect(averagePrecision("m", { k }).value(query)).toBeCloseTo(value, 12);
  });
});
