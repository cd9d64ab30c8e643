import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TokenUsage } from "./asked.ts";
import { costOf, type Price, priceOf } from "./price.ts";

describe("what a request costs", () => {
  it.each<readonly [string, TokenUsage, Price, number | undefined]>([
    ["input and output", { input: 1e6, output: 2e6 }, { input: 3, output: 5 }, 13],
    [
      "cached input at its own price",
      { input: 1e6, cachedInput: 4e5, output: 0 },
      { input: 3, output: 5, cachedInput: 1 },
      2.2,
    ],
    ["cached input as other input", { input: 1e6, cachedInput: 4e5 }, { input: 3, output: 5 }, 3],
    [
      "what was written to the cache",
      { input: 1e6, cacheWrite: 4e5 },
      { input: 4, output: 5, cacheWrite: 5 },
      4.4,
    ],
    [
      "all as written where nobody says",
      { input: 1e6, cachedInput: 5e5 },
      { input: 4, output: 5, cachedInput: 0, cacheWrite: 5 },
      2.5,
    ],
    ["writing as other input", { input: 1e6, cacheWrite: 4e5 }, { input: 4, output: 5 }, 4],
    [
      "up to the limit",
      { input: 10, output: 1e6 },
      { input: 0, output: 1, longInput: { above: 10, input: 0, output: 2 } },
      1,
    ],
    [
      "above the limit, all of it",
      { input: 11, output: 1e6 },
      { input: 0, output: 1, longInput: { above: 10, input: 0, output: 2 } },
      2,
    ],
    [
      "more cached than sent",
      { input: 10, cachedInput: 1e6 },
      { input: 1, output: 1, cachedInput: 1 },
      1,
    ],
    ["nothing that is known", {}, { input: 1, output: 1 }, undefined],
  ])("%s", (_, usage, price, expected) => {
    const cost = costOf(usage, price);
    if (expected === undefined) expect(cost).toBeUndefined();
    else expect(cost).toBeCloseTo(expected, 9);
  });

  it("is never less with more of anything", () => {
    const tokens = fc.nat({ max: 1_000_000 });
    const dollars = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(tokens, tokens, tokens, dollars, dollars, (input, output, more, low, high) => {
        const price = {
          input: low,
          output: high,
          longInput: { above: 500_000, input: 2 * low, output: 2 * high },
        };
        expect(
          costOf({ input: input + more, output: output + more }, price),
        ).toBeGreaterThanOrEqual(costOf({ input, output }, price)! - 1e-9);
      }),
    );
  });
});

describe("the price that counts", () => {
  const [own, listed] = [
    { input: 1, output: 1 },
    { input: 9, output: 9, asOf: "2026-11-01" },
  ];
  const asked = { id: "gpt", model: "gpt-6-luna", listPrice: listed };

  it.each([
    ["the user's, by the id of the system", { gpt: own }, asked, undefined, own],
    ["the user's, by the model", { "gpt-6-luna": own }, asked, undefined, own],
    [
      "the user's, by the name that the model gives itself",
      { "luna-1": own },
      asked,
      "luna-1",
      own,
    ],
    ["the list price", { other: own }, asked, undefined, listed],
    ["none", { other: own }, { id: "gpt" }, undefined, undefined],
    ["none of what every object has", {}, { id: "toString" }, "constructor", undefined],
  ])("is %s", (_, prices, who, told, expected) =>
    expect(priceOf(prices, who, told)).toBe(expected),
  );
});
