import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textPacker } from "../text/packed-texts.ts";
import { type WordInterner, wordInterner } from "../text/word-interner.ts";
import { differentPairs } from "./different-pairs.ts";
import type { SimilarPairs } from "./similar-pairs.ts";

type Pair = readonly [said: string, wanted: string];

function stream(pairs: readonly Pair[], words: WordInterner): SimilarPairs {
  const packer = textPacker(words);
  const numbers = pairs.map(([said, wanted]) => [packer.add(said), packer.add(wanted)] as const);
  const documents = { texts: new Uint32Array(), owners: new Uint32Array(), count: 0 };
  const of = (side: 0 | 1) => Uint32Array.from(numbers, (pair) => pair[side]);
  return { texts: packer.packed(), pairs: { candidates: of(0), references: of(1) }, documents };
}

function written({
  texts: { words, tokens, starts, unusual },
  pairs,
}: SimilarPairs): readonly Pair[] {
  const text = (number: number) =>
    unusual.get(number) ??
    Array.from(tokens.subarray(starts[number], starts[number + 1]), words.word).join(" ");
  return Array.from(
    pairs.candidates,
    (candidate, pair) => [text(candidate), text(pairs.references[pair]!)] as const,
  );
}

/** By taking them away one by one. */
function without(some: readonly Pair[], others: readonly Pair[]): readonly Pair[] {
  const left = others.map(([said, wanted]) => `${said}\t${wanted}`);
  return some.filter(([said, wanted]) => {
    const at = left.indexOf(`${said}\t${wanted}`);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const text = fc
  .array(fc.constantFrom("pour", "water", "café", "\u00a0"), { maxLength: 2 })
  .map((words) => words.join(" "));
const pairs = fc.array(fc.tuple(text, text), { maxLength: 12 });
const sorted = (some: readonly Pair[]) => some.map((pair) => pair.join("\t")).sort();

describe("what two matchings differ in", () => {
  it("is what either holds more often, whatever the order", () => {
    fc.assert(
      fc.property(pairs, pairs, (one, other) => {
        const words = wordInterner();
        const { onlyFirst, onlySecond } = differentPairs(stream(one, words), stream(other, words))!;
        expect(sorted(written(onlyFirst))).toEqual(sorted(without(one, other)));
        expect(sorted(written(onlySecond))).toEqual(sorted(without(other, one)));
      }),
    );
  });

  it("tells texts of the same words apart that are written differently", () => {
    const words = wordInterner();
    const [one, other] = [
      stream([["pour café", "pour"]], words),
      stream([["pour  café", "pour"]], words),
    ];
    expect(written(differentPairs(one, other)!.onlySecond)).toEqual([["pour  café", "pour"]]);
  });

  it("is not known of texts whose words are numbered apart", () => {
    expect(differentPairs(stream([], wordInterner()), stream([], wordInterner()))).toBeUndefined();
  });
});
