import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textPacker } from "./packed-texts.ts";
import { splitWords } from "./text-pair.ts";
import { wordInterner } from "./word-interner.ts";

const text = fc.oneof(
  fc.string(),
  fc
    .array(fc.constantFrom("a", "b", "ab", "é", "", "\t", "1\u00a01/2", "the"), { maxLength: 20 })
    .map((words) => words.join(" ")),
);

describe("textPacker", () => {
  it("keeps the words of every text, whatever stands before and after it in the string it is a part of", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text)), (parts) => {
        const words = wordInterner();
        const packer = textPacker(words);
        for (const [before, own, after] of parts)
          packer.add(before + own + after, before.length, before.length + own.length);
        const { tokens, starts, unusual } = packer.packed();
        expect(starts.length).toBe(parts.length + 1);
        for (const [i, [, own]] of parts.entries()) {
          expect(Array.from(tokens.subarray(starts[i], starts[i + 1]), words.word)).toEqual(
            splitWords(own),
          );
          expect(unusual.get(i) ?? splitWords(own).join(" ")).toBe(own);
        }
      }),
    );
  });

  it("numbers texts from 0 and shares words with other packers", () => {
    const words = wordInterner();
    const [first, second] = [textPacker(words), textPacker(words)];
    expect([first.add("a b"), first.add(""), second.add("b a")]).toEqual([0, 1, 0]);
    expect([...first.packed().tokens]).toEqual([...second.packed().tokens].reverse());
    expect(first.size).toBe(3);
  });
});
