import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ngramFrequencies } from "./ngram-frequencies.ts";
import { textPacker } from "./packed-texts.ts";
import { wordInterner } from "./word-interner.ts";

const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 9 }).map((words) => words.join(" "));

describe("ngramFrequencies", () => {
  it("knows in how many documents every n-gram is, of documents and of other texts", () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 3 }), { minLength: 1, maxLength: 8 }), fc.array(text), (documents, others) => {
        const packer = textPacker(wordInterner());
        const owners = documents.flatMap((list, document) => list.map(() => document));
        const all = [...documents.flat(), ...others];
        for (const one of all) packer.add(one);
        const packed = packer.packed();
        const texts = Uint32Array.from(owners.keys());
        const frequencies = ngramFrequencies(packed, { texts, owners: Uint32Array.from(owners), count: documents.length });
        for (let order = 1; order <= 4; order++) {
          if (order > 1) frequencies.extend();
          for (const [t, one] of all.entries()) {
            const words = one.split(" ").filter((word) => word !== "");
            for (let i = 0; i + order <= words.length; i++) {
              const ngram = ` ${words.slice(i, i + order).join(" ")} `;
              const times = documents.filter((list) => list.some((other) => ` ${other} `.includes(ngram))).length;
              const number = frequencies.numbers[packed.starts[t]! + i]!;
              expect(number >= 0, ngram).toBe(times > 1);
              expect(frequencies.rarities[number + 1]).toBeCloseTo(Math.log(documents.length) - Math.log(Math.max(1, times)), 12);
            }
          }
        }
      }),
    );
  });
});
