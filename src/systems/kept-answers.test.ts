import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryScratch } from "../core/data/scratch.ts";
import { answersAside, answersInMemory } from "./kept-answers.ts";

/** What readers of Parquet and Arrow give, and JSON cannot tell. */
const unusual = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    -0,
    7n,
    Symbol.iterator,
  ),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array(),
  fc.constantFrom<unknown>(
    new Map([["a", 1]]),
    Object.assign(Object.create(null), { a: 1 }),
    { toJSON: () => 1 },
    Array.of(1).concat(new Array(2)),
  ),
);
const answer = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }),
  unusual,
  fc.record({
    text: fc.string({ unit: "binary" }),
    list: fc.array(fc.oneof(fc.float(), unusual), { maxLength: 3 }),
  }),
);

describe("answers laid aside", () => {
  it("are the same as those in memory, also where JSON cannot tell them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 3 }), answer)), (entries) => {
        const [aside, memory] = [answersAside(memoryScratch()), answersInMemory()];
        for (const kept of [aside, memory]) for (const [id, one] of entries) kept.set(id, one);
        expect(aside.size).toBe(memory.size);
        expect([...aside.ids()]).toEqual([...memory.ids()]);
        for (const id of [...memory.ids(), "constructor", "another"]) {
          expect(aside.has(id)).toBe(memory.has(id));
          expect(aside.get(id)).toStrictEqual(memory.get(id));
        }
      }),
    );
  });
});
