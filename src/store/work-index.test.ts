import fc from "fast-check";
import { expect, it } from "vitest";
import { workKey } from "../core/run/work.ts";
import { type EntryKind, WorkIndex } from "./work-index.ts";

const kinds: readonly EntryKind[] = ["answered", "failed", "unparsed", "reply", "grade", "note"];
const hex = (digits: number) =>
  fc
    .integer({ min: 0, max: 40 })
    .map((number) => number.toString(16).padStart(digits, number % 2 === 0 ? "0" : "f"));
const entry = fc.record({
  key: fc.tuple(hex(16), hex(32)).map(([cell, sample]) => workKey(cell, sample)),
  kind: fc.constantFrom(...kinds),
});

it("agrees with lists by key, also after it was written and read back", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 2_500 }), (entries) => {
      const index = new WorkIndex();
      const lists = new Map<string, { kind: EntryKind; offset: number }[]>();
      for (const [i, { key, kind }] of entries.entries()) {
        index.add(key, kind, i * 1e10);
        lists.set(key, [...(lists.get(key) ?? []), { kind, offset: i * 1e10 }]);
      }
      const copy = new WorkIndex();
      copy.readRecords(index.records(0, index.entryCount));
      for (const [key, list] of lists)
        for (const one of [index, copy]) expect(one.entries(key)).toEqual(list);
      const final = entries.at(-1);
      if (final) expect(copy.last()).toEqual({ ...final, offset: (entries.length - 1) * 1e10 });
    }),
    { numRuns: 40 },
  );
});

it("tells the newest outcome, whatever came between", () => {
  const index = new WorkIndex();
  const key = workKey("0".repeat(15).concat("1"), "a".repeat(32));
  expect(index.state(key)).toBeUndefined();
  index.add(key, "reply", 0);
  expect(index.state(key)).toBe("started");
  index.add(key, "failed", 1);
  index.add(key, "reply", 2);
  expect(index.state(key)).toBe("failed");
  index.add(key, "answered", 3);
  expect(index.state(key)).toBe("answered");
});

it("refuses what is no key", () => {
  const index = new WorkIndex();
  expect(() => index.add("nonsense", "answered", 0)).toThrow(RangeError);
  expect(index.state("nonsense")).toBeUndefined();
  expect(index.state(`${"g".repeat(16)}-${"0".repeat(32)}`)).toBeUndefined();
});
