import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryScratch } from "../../core/data/scratch.ts";
import type { CiderTexts } from "./cider-texts.ts";
import type { PackedTexts } from "./packed-texts.ts";
import { scratchTexts } from "./scratch-texts.ts";
import { wordInterner } from "./word-interner.ts";

const words = wordInterner();
const list = fc.array(
  fc.array(fc.oneof(fc.nat(300), fc.constantFrom(65_535, 65_536, 2 ** 31 - 1)), { maxLength: 4 }),
  {
    minLength: 1,
    maxLength: 5,
  },
);
const part = fc.record({
  candidates: list,
  references: list,
  named: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
  documents: fc.nat(5),
});

function packed(texts: readonly (readonly number[])[]): PackedTexts {
  const starts = Uint32Array.from(
    { length: texts.length + 1 },
    (_, i) => texts.slice(0, i).flat().length,
  );
  return { words, tokens: Int32Array.from(texts.flat()), starts, unusual: new Map() };
}

/** What of a part is compared and counted, as lists. */
function written({ candidates, references, pairs, documents }: CiderTexts) {
  const text = ({ tokens, starts }: PackedTexts, number: number) => [
    ...tokens.subarray(starts[number], starts[number + 1]),
  ];
  return {
    pairs: Array.from(pairs.references, (one, i) => [
      text(references, one),
      text(candidates, pairs.candidates[i]!),
    ]),
    documents: Array.from(documents.texts, (one) => text(references, one)),
    owners: [...documents.owners],
    count: documents.count,
  };
}

describe("scratchTexts", () => {
  it("are the same as the parts, as often as they are gone through", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (given) => {
        const parts = given.map(({ candidates, references, named, documents }): CiderTexts => {
          const texts = Uint32Array.from(
            { length: Math.min(documents, references.length) },
            (_, i) => references.length - 1 - i,
          );
          return {
            candidates: packed(candidates),
            references: packed(references),
            pairs: {
              candidates: Uint32Array.from(named, ([one]) => one % candidates.length),
              references: Uint32Array.from(named, ([, other]) => other % references.length),
            },
            documents: {
              texts,
              owners: texts.map((_, i) => i >> 1),
              count: (texts.length + 1) >> 1,
            },
          };
        });
        const kept = scratchTexts(parts, memoryScratch());
        for (let time = 0; time < 2; time++)
          expect(Array.from(kept, written)).toEqual(parts.map(written));
      }),
    );
  });
});
