import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "./seeded-random.ts";
import { sortByKey } from "./sort-by-key.ts";

function sort(keys: readonly (readonly [high: number, low: number])[]): number[] {
  return [
    ...sortByKey(
      Uint32Array.from(keys, ([high]) => high),
      Uint32Array.from(keys, ([, low]) => low),
    ),
  ];
}

describe("sortByKey", () => {
  test("of nothing is nothing", () => {
    expect(sort([])).toEqual([]);
  });

  test("looks at the high half first, without signs", () => {
    expect(
      sort([
        [1, 0],
        [0, 0xffffffff],
        [0xffffffff, 0],
        [0x80000000, 5],
        [0, 3],
      ]),
    ).toEqual([4, 1, 0, 3, 2]);
  });

  test("keeps equal keys in order", () => {
    expect(
      sort([
        [2, 2],
        [1, 1],
        [2, 2],
        [1, 1],
      ]),
    ).toEqual([1, 3, 0, 2]);
  });

  test("refuses halves of different lengths", () => {
    expect(() => sortByKey(new Uint32Array(1), new Uint32Array(2))).toThrow(RangeError);
  });

  test("agrees with a sort by comparison", () => {
    const word = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 0xffffffff }));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word)), (keys) => {
        const expected = keys
          .map((_, index) => index)
          .sort((i, j) => keys[i]![0] - keys[j]![0] || keys[i]![1] - keys[j]![1] || i - j);
        expect(sort(keys)).toEqual(expected);
      }),
    );
  });

  test("sorts many keys", () => {
    const random = seededRandom(1);
    const high = Uint32Array.from({ length: 200_000 }, () => random() * 2 ** 32);
    const low = Uint32Array.from({ length: 200_000 }, () => random() * 2 ** 32);
    const order = sortByKey(high, low);
    expect(new Set(order).size).toBe(200_000);
    expect(
      order.every((position, index) => index === 0 || high[order[index - 1]!]! <= high[position]!),
    ).toBe(true);
  });
});
