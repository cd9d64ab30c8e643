import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textPacker } from "../text/packed-texts.ts";
import { wordInterner } from "../text/word-interner.ts";
import { areEmpty, textOpener, textWriter, writtenTexts } from "./kept-texts.ts";

const text = fc.string({
  unit: fc.constantFrom("a", "b", " ", "\t", "é", "\ud800", "\u{1f600}"),
  maxLength: 8,
});

describe("textWriter", () => {
  it("gives texts back as they were, whatever they are", () => {
    const write = textWriter();
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const kept = write(texts);
        expect(writtenTexts(kept)).toEqual(texts);
        expect([...areEmpty(kept)]).toEqual(texts.map((one) => one === ""));
      }),
    );
  });

  it("takes a byte a word, two where there are more words than that can tell apart, and one a text", () => {
    const write = textWriter();
    expect(write(["pour the water", "the water"]).bytes).toEqual(
      Uint8Array.of(6, 0, 1, 2, 4, 1, 2),
    );
    const many = write([Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(" ")]);
    expect(many.bytes.length).toBe(3 + 125 + 2 * (2 ** 14 - 128) + 3 * (20_003 - 2 ** 14));
    expect(write(["w0 w19999"]).bytes.length).toBe(1 + 1 + 3);
  });
});

describe("textOpener", () => {
  it("opens texts as if they were packed from strings, those of other words as well", () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 5 }), { maxLength: 5 }), (lists) => {
        const writers = [textWriter(), textWriter(wordInterner())];
        const open = textOpener();
        for (const [i, list] of lists.entries()) {
          const { words, tokens, starts, unusual } = open(writers[i % 2]!(list));
          const packer = textPacker(words);
          for (const one of list) packer.add(one);
          const packed = packer.packed();
          expect(tokens.subarray(0, starts.at(-1))).toEqual(packed.tokens);
          expect(starts).toEqual(packed.starts);
          expect(unusual).toEqual(packed.unusual);
        }
      }),
    );
  });
});
