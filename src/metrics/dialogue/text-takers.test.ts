import { describe, expect, it } from "vitest";
import { textPacker } from "../text/packed-texts.ts";
import { wordInterner } from "../text/word-interner.ts";
import { textKeeper } from "./kept-texts.ts";
import { textTakers } from "./text-takers.ts";

const texts = ["pour the water", "1\u00a01/2 cups", "café", "", "the  water"];

describe("textTakers", () => {
  it("pack texts as if they were packed from strings", () => {
    const keep = textKeeper();
    const [kept, foreign] = [keep(texts), textKeeper(wordInterner())(texts)];
    const [taker] = textTakers(1);
    for (const source of [kept, foreign]) for (let i = 0; i < texts.length; i++) taker!.take(source, i);
    const taken = taker!.packed();
    const packer = textPacker(taken.words);
    for (const text of [...texts, ...texts]) packer.add(text);
    const { tokens, starts, unusual } = packer.packed();
    expect(taken.tokens).toEqual(tokens);
    expect(taken.starts).toEqual(starts);
    expect(taken.unusual).toEqual(unusual);
    expect([...unusual.keys()]).toEqual([1, 2, 4, 6, 7, 9]);
  });
});
