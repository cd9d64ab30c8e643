import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bleuMeter } from "./bleu-measure.ts";
import { splitWords } from "./text-pair.ts";
import { wordInterner } from "./word-interner.ts";

const text = fc.oneof(
  fc.string(),
  fc
    .array(fc.constantFrom("a", "b", "ab", "ba", "é", "", "\t", "the", "__proto__"), {
      maxLength: 60,
    })
    .map((words) => words.join(" ")),
);

describe("wordInterner", () => {
  it("numbers words as a table of split words does", () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const words = wordInterner();
        const known = new Map<string, number>();
        for (const one of texts) {
          // A text that turns out not to be plain half-way leaves words behind, so only equality of
          // words is compared, not their numbers.
          const ids = words.split(one);
          splitWords(one).forEach((word, i) => {
            if (!known.has(word)) known.set(word, ids[i]!);
            expect(ids[i]).toBe(known.get(word));
          });
          expect(ids.length).toBe(splitWords(one).length);
          expect(words.splitAtSpaces(one).length).toBe(one.split(" ").length);
        }
        expect(new Set(known.values()).size).toBe(known.size);
      }),
    );
  });

  it("keeps apart more words than its first table holds, and words of equal hash", () => {
    const words = wordInterner();
    const many = Array.from({ length: 20_000 }, (_, i) => `w${i}`);
    expect([...words.split(many.join(" "))]).toEqual(many.map((_, i) => i));
    const [first, second] = words.split("Aa BB");
    expect(first).not.toBe(second);
  });

  it("gives the last two texts without mixing them", () => {
    const words = wordInterner();
    const first = words.split("a b");
    const second = words.split("b c");
    expect([[...first], [...second]]).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });
});

describe("bleuMeter", () => {
  const short = fc
    .array(fc.constantFrom("a", "b", "c"), { maxLength: 12 })
    .map((words) => words.join(" "));

  it("counts alike with and without a table", () => {
    fc.assert(
      fc.property(short, short, (candidate, reference) => {
        const meter = bleuMeter();
        expect(meter({ candidate, references: [reference] })).toEqual(
          meter({ candidate, references: [reference, reference] }),
        );
      }),
    );
  });

  it("clips to the reference and knows the closest length, the shorter of two", () => {
    const meter = bleuMeter();
    const references = ["the cat is on the mat", "there is a cat on the mat"];
    expect(meter({ candidate: "the the the the the the the", references }).matches).toEqual([
      2, 0, 0, 0,
    ]);
    expect(meter({ candidate: "a b c", references: ["a b c d", "a b"] }).referenceLength).toBe(2);
    const long = Array.from({ length: 100 }, (_, i) => `w${i % 30}`).join(" ");
    expect(meter({ candidate: long, references: [long] }).matches).toEqual([100, 99, 98, 97]);
  });
});
