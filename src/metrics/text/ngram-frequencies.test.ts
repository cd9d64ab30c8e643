import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ngramFrequencies, ngramNumber, ngramRarity, wordNumber } from "./ngram-frequencies.ts";
import { textPacker } from "./packed-texts.ts";
import { wordInterner } from "./word-interner.ts";

const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 9 }).map((words) => words.join(" "));
type Documents = readonly (readonly string[])[];

/** Parts that share their words, with how to find a word's number. */
function packed(corpora: readonly Documents[]) {
  const words = wordInterner();
  const parts = corpora.map((documents) => {
    const packer = textPacker(words);
    for (const one of documents.flat()) packer.add(one);
    const owners = documents.flatMap((list, document) => list.map(() => document));
    const texts = Uint32Array.from(owners.keys());
    return { references: packer.packed(), documents: { texts, owners: Uint32Array.from(owners), count: documents.length } };
  });
  return { parts, idOf: (word: string) => words.splitAtSpaces(word)[0]! };
}

describe("ngramFrequencies", () => {
  it("knows in how many documents every n-gram is, of documents in any parts and of other texts", () => {
    const corpus = fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(corpus, { minLength: 1, maxLength: 3 }), fc.array(text), (corpora, others) => {
        const { parts, idOf } = packed(corpora);
        const frequencies = ngramFrequencies(parts);
        const documents = corpora.flat();
        for (const one of [...documents.flat(), ...others]) {
          const words = one.split(" ").filter((word) => word !== "");
          let numbers = words.map((word) => wordNumber(frequencies, idOf(word)));
          for (let order = 1; order <= Math.min(4, words.length); order++) {
            if (order > 1) numbers = numbers.slice(1).map((end, i) => ngramNumber(frequencies, { order, beginning: numbers[i]!, end }));
            for (const [i, number] of numbers.entries()) {
              const ngram = ` ${words.slice(i, i + order).join(" ")} `;
              const times = documents.filter((list) => list.some((other) => ` ${other} `.includes(ngram))).length;
              if (times > 1) expect(number, ngram).toBeGreaterThanOrEqual(0);
              const expected = Math.log(documents.length) - Math.log(Math.max(1, times));
              expect(ngramRarity(frequencies, order, number)).toBe(expected);
            }
          }
        }
      }),
    );
  });

  it("keeps few n-grams of those that are there once", () => {
    const documents = Array.from({ length: 2_000 }, (_, i) => [
      `pour the water into cup ${i} and w${(i * 7) % 501} w${(i * 13) % 503} wait`,
    ]);
    const { parts } = packed([documents]);
    const { tables } = ngramFrequencies(parts);
    const size = tables.reduce((sum, table) => sum + table.size, 0);
    const counted = new Map<string, number>();
    for (const [one] of documents) {
      const words = one!.split(" ");
      for (let order = 2; order <= 4; order++)
        for (let i = 0; i + order <= words.length; i++) {
          const ngram = words.slice(i, i + order).join(" ");
          counted.set(ngram, (counted.get(ngram) ?? 0) + 1);
        }
    }
    const repeated = [...counted.values()].filter((count) => count > 1).length;
    expect(size).toBeGreaterThanOrEqual(repeated);
    expect(size).toBeLessThan(repeated + (counted.size - repeated) / 4);
  });
});
