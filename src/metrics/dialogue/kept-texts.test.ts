import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordInterner } from "../text/word-interner.ts";
import { keptLines, keptText, textKeeper } from "./kept-texts.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "é", "\ud800", "\u{1f600}"), maxLength: 8 });

describe("textKeeper", () => {
  it("gives texts back as they were, whatever they are", () => {
    const keep = textKeeper();
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const kept = keep(texts);
        expect(texts.map((_, i) => keptText(kept, i))).toEqual(texts);
        expect(keptLines(kept, 0, texts.length)).toBe(texts.join("\n"));
      }),
    );
  });

  it("takes two bytes a word, and four where there are more words than those can tell apart", () => {
    const words = wordInterner();
    const keep = textKeeper(words);
    const few = keep(["pour the water", "the water"]);
    expect(few.tokens).toEqual(Uint16Array.of(0, 1, 2, 1, 2));
    const many = keep(Array.from({ length: 70_000 }, (_, i) => `w${i}`));
    expect(many.tokens.BYTES_PER_ELEMENT).toBe(4);
    expect(keptText(many, 69_999)).toBe("w69999");
    expect(keptText(few, 1)).toBe("the water");
  });
});
