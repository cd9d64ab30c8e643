import { describe, expect, it } from "vitest";
import { addPair, findPair, pairCount, repeatedPairs } from "./repeated-pairs.ts";

describe("repeatedPairs", () => {
  it("counts a pair once for each document, and knows it by its place", () => {
    const pairs = repeatedPairs(1000);
    for (let document = 0; document < 3; document++)
      for (let i = 0; i < 1000; i++)
        addPair(pairs, { first: i, second: (7 * i) % 10 }, i % 2 === 0 ? document : 0);
    for (let i = 0; i < 1000; i++)
      expect(pairCount(pairs, findPair(pairs, i, (7 * i) % 10))).toBe(i % 2 === 0 ? 3 : 1);
    expect(findPair(pairs, 1000, 0)).toBe(-1);
    expect(findPair(pairs, -1, 0)).toBe(-1);
  });

  it("takes the memory of another table where that is enough, and finds nothing of it", () => {
    const old = repeatedPairs(1000);
    for (let i = 0; i < 1000; i++) addPair(old, { first: i, second: i }, 0);
    const pairs = repeatedPairs(400, old);
    expect(pairs.slots.buffer).toBe(old.slots.buffer);
    for (let i = 0; i < 1000; i++) expect(findPair(pairs, i, i)).toBe(-1);
    for (let i = 0; i < 400; i++)
      expect(addPair(pairs, { first: i, second: 7 }, 1)).toBeGreaterThanOrEqual(0);
    expect(addPair(pairs, { first: 400, second: 7 }, 1)).toBe(-1);
    expect(repeatedPairs(2000, old).slots.buffer).not.toBe(old.slots.buffer);
  });

  it("says where there is no room, and still counts what it has", () => {
    const pairs = repeatedPairs(2);
    const numbers = [0, 1, 2].map((first) => addPair(pairs, { first, second: 0 }, 0));
    expect(numbers[2]).toBe(-1);
    expect(pairs.size).toBe(2);
    expect(addPair(pairs, { first: 1, second: 0 }, 5)).toBe(numbers[1]);
    expect(pairCount(pairs, numbers[1]!)).toBe(2);
  });
});
