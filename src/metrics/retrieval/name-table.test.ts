import fc from "fast-check";
import { expect, it } from "vitest";
import { nameTable } from "./name-table.ts";
import { compareNames, joinNames, nameAt, type PackedNames } from "./packed-names.ts";

function packed(names: readonly string[]): PackedNames {
  const parts = names.map((name) => new TextEncoder().encode(name));
  const ends = new Uint32Array(parts.length);
  for (const [i, part] of parts.entries()) ends[i] = (ends[i - 1] ?? 0) + part.length;
  return { bytes: Uint8Array.from(parts.flatMap((part) => [...part])), ends };
}

const names = fc.array(fc.string({ unit: "grapheme", maxLength: 4 }), { maxLength: 40 });

it("finds what a list has, one list after the other", () => {
  const table = nameTable();
  fc.assert(
    fc.property(names, names, (list, asked) => {
      const twice = list.findIndex((name, i) => list.indexOf(name) < i);
      expect(table.fill(packed(list))).toBe(twice);
      if (twice >= 0) return;
      const questions = packed(asked);
      for (const [i, name] of asked.entries())
        expect(table.find(questions, i)).toBe(list.indexOf(name));
    }),
  );
});

it("finds nothing before it has a list", () => {
  expect(nameTable().find(packed(["a"]), 0)).toBe(-1);
});

it("keeps names, compares them by code point and joins lists", () => {
  fc.assert(
    fc.property(names, names, (a, b) => {
      const both = joinNames([packed(a), packed(b)]);
      expect(Array.from(both.ends, (_, i) => nameAt(both, i))).toEqual([...a, ...b]);
      for (let i = 1; i < both.ends.length; i++)
        expect(Math.sign(compareNames(both, i - 1, i))).toBe(
          Math.sign(Buffer.compare(Buffer.from(nameAt(both, i - 1)), Buffer.from(nameAt(both, i)))),
        );
    }),
  );
});
