import fc from "fast-check";
import { expect, it } from "vitest";
import { commonRows } from "./common-rows.ts";

function digests(keys: readonly (readonly [number, number])[]) {
  const sorted = keys.toSorted(([a, b], [c, d]) => a - c || b - d);
  return {
    high: Uint32Array.from(sorted, ([high]) => high),
    low: Uint32Array.from(sorted, ([, low]) => low),
  };
}

it.each([
  ["nothing", [], []],
  ["one set", [digests([[1, 1]])], [[0]]],
  ["an empty one", [digests([[1, 1]]), digests([])], [[], []]],
  ["none in common", [digests([[1, 1]]), digests([[1, 2]])], [[], []]],
  [
    "keys that differ in one half",
    [
      digests([
        [1, 2],
        [2, 1],
      ]),
      digests([
        [1, 1],
        [2, 1],
        [2, 2],
      ]),
    ],
    [[1], [1]],
  ],
  [
    "as often as in the set that has it least",
    [
      digests([
        [1, 1],
        [1, 1],
        [1, 1],
        [2, 2],
      ]),
      digests([
        [1, 1],
        [1, 1],
        [2, 2],
      ]),
    ],
    [
      [0, 1, 3],
      [0, 1, 2],
    ],
  ],
  [
    "three sets",
    [
      digests([
        [1, 0],
        [2, 0],
        [3, 0],
      ]),
      digests([
        [2, 0],
        [3, 0],
      ]),
      digests([
        [1, 0],
        [3, 0],
        [4, 0],
      ]),
    ],
    [[2], [1], [1]],
  ],
] as const)("finds common samples of %s", (_, sets, rows) => {
  expect(commonRows(sets).map((each) => [...each])).toEqual(rows);
});

it("agrees with counting", () => {
  const keys = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.array(keys, { minLength: 2, maxLength: 4 }), (lists) => {
      const sets = lists.map(digests);
      const rows = commonRows(sets);
      const named = rows.map((each, set) =>
        Array.from(each, (row) => `${sets[set]!.high[row]} ${sets[set]!.low[row]}`),
      );
      for (const names of named) expect(names).toEqual(named[0]);
      for (const each of rows) expect(new Set(each).size).toBe(each.length);
      const count = (list: readonly (readonly [number, number])[], key: string) =>
        list.filter((one) => one.join(" ") === key).length;
      const all = new Set(lists.flat().map((key) => key.join(" ")));
      const expected = [...all].reduce(
        (sum, key) => sum + Math.min(...lists.map((list) => count(list, key))),
        0,
      );
      expect(rows[0]!.length).toBe(expected);
    }),
  );
});
