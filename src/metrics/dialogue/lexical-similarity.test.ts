import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lexicalSimilarity } from "./lexical-similarity.ts";

/**
 * As it is defined: cosine of the counts of `[a-z0-9']+`; without any, only the very same texts are
 * alike.
 */
function plainly(first: string, second: string): number {
  const [one, other] = [first, second].map((text) => text.toLowerCase().match(/[a-z0-9']+/g) ?? []);
  const times = (words: readonly string[], word: string) =>
    words.filter((each) => each === word).length;
  const dot = (a: readonly string[], b: readonly string[]) =>
    a.reduce((sum, word) => sum + times(b, word), 0);
  const norms = Math.sqrt(dot(one!, one!)) * Math.sqrt(dot(other!, other!));
  return norms === 0 ? Number(first === second) : Math.fround(dot(one!, other!) / norms);
}

describe("lexicalSimilarity", () => {
  it("is the cosine of the counts of words, whatever stands between them", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "B", "7", "'", " ", ".", "-", "é", "\u212a", "\n"),
      maxLength: 12,
    });
    const similarity = lexicalSimilarity();
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (generated, references) => {
        const spoken = (texts: readonly string[]) =>
          texts.map((one, frame) => ({ frame, text: one }));
        const compare = similarity(spoken(generated), spoken(references));
        for (const [i, one] of generated.entries())
          for (const [j, other] of references.entries())
            expect(compare(i, j)).toBe(plainly(one, other));
      }),
    );
  });

  it.each([
    ["...", "...", 1],
    ["打开盖子", "打开盖子", 1],
    ["打开盖子", "关上盖子", 0],
    ["...", "Stop.", 0],
    ["", "", 1],
  ])("of texts without a word, %j and %j, is %d", (said, wanted, expected) => {
    expect(
      lexicalSimilarity()([{ frame: 0, text: said }], [{ frame: 0, text: wanted }])(0, 0),
    ).toBe(expected);
  });
});
