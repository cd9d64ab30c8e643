import { expect, it } from "vitest";
import { isSameSet, PlannedCounter } from "./planned-set.ts";

function setOf(...digests: readonly string[]) {
  const counter = new PlannedCounter();
  for (const digest of digests) counter.add(digest);
  return counter.set();
}

const [a, b, c] = ["ffffffff00000001aaaa", "ffffffff80000000bbbb", "00000000ffffffffcccc"];

it("knows a set by its members in any order", () => {
  expect(isSameSet(setOf(a, b, c), setOf(c, a, b))).toBe(true);
  expect(isSameSet(setOf(), setOf())).toBe(true);
});

it.each([
  [[a], [b]],
  [[a], [a, a]],
  [
    [a, b],
    [a, c],
  ],
  [[a], []],
])("%j is not %j", (one, other) => expect(isSameSet(setOf(...one), setOf(...other))).toBe(false));
