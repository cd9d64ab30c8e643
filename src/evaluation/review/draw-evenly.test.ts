import { describe, expect, it } from "vitest";
import { drawEvenly, LowestKeys } from "./draw-evenly.ts";

function strata(sizes: Readonly<Record<string, number>>, most = 100) {
  return new Map(
    Object.entries(sizes).map(([name, size]) => {
      const stratum = new LowestKeys<string>(most);
      // Keys come in no order.
      for (let at = 0; at < size; at++)
        stratum.add(String((at * 7919) % 10_007).padStart(5, "0"), `${name}${at}`);
      return [name, stratum];
    }),
  );
}

describe("drawEvenly", () => {
  it.each([
    [{ a: 50, b: 50 }, 20, { a: 10, b: 10 }],
    [{ a: 50, b: 3 }, 20, { a: 17, b: 3 }],
    [{ a: 4, b: 3 }, 20, { a: 4, b: 3 }],
    [{ a: 50, b: 50, c: 50 }, 2, { a: 1, b: 1 }],
  ])("draws from %j, %i in all", (sizes, n, expected) => {
    const drawn = drawEvenly(strata(sizes), n).map(({ value }) => value.charAt(0));
    const counts = Object.fromEntries(
      [...Map.groupBy(drawn, (name) => name)].map(([name, own]) => [name, own.length]),
    );
    expect(counts).toEqual(expected);
  });

  it("keeps the lowest keys of many, in whatever order they came", () => {
    const few = new LowestKeys<number>(5);
    const keys = Array.from({ length: 1000 }, (_, at) => (at * 617) % 1000);
    for (const key of keys) few.add(String(key).padStart(4, "0"), key);
    expect(
      few
        .sorted()
        .slice(0, 5)
        .map(({ value }) => value),
    ).toEqual([0, 1, 2, 3, 4]);
  });
});
