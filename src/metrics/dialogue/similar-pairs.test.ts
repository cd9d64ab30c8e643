import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PackedTexts } from "../text/packed-texts.ts";
import { type DialogueEvidence, streamEvidence } from "./dialogue-evidence.ts";
import { hasSimilarPair, packReferences, similarPairs } from "./similar-pairs.ts";

const text = fc
  .array(fc.constantFrom("pour", "water", "Don't", "wait...", "café", "<b>", "!", "\u00a0"), { maxLength: 4 })
  .map((words) => words.join(" "));
const settings = { left: -2, right: 2, factor: 0.3, power: 1.5, zeroEdge: "keep" } as const;

function written({ words, tokens, starts, unusual }: PackedTexts): readonly string[] {
  return Array.from(
    { length: starts.length - 1 },
    (_, i) => unusual.get(i) ?? Array.from(tokens.subarray(starts[i], starts[i + 1]), words.word).join(" "),
  );
}

describe("texts of evidence", () => {
  it("are packed the same from a measure, over JSON, and from several measures at once", () => {
    const stream = fc.record({ generated: fc.array(text, { maxLength: 6 }), references: fc.array(text, { maxLength: 6 }) });
    fc.assert(
      fc.property(fc.array(stream, { maxLength: 4 }), fc.boolean(), (streams, withOthers) => {
        const [one, other] = [streamEvidence(), streamEvidence()];
        const spoken = (texts: readonly string[]) => texts.map((said, frame) => ({ frame, text: said }));
        const evidence = (make: (at: number) => typeof one) =>
          streams.map(({ generated, references }, at) =>
            make(at)(
              { dataset: "", frameCount: 8, framesPerSecond: 1, generated: spoken(generated), references: spoken(references) },
              settings,
              (said, wanted) => (generated[said] === references[wanted] ? 1 : 0.2),
            ),
          );
        const kept = evidence(() => one);
        const plain = JSON.parse(JSON.stringify(kept)) as DialogueEvidence[];
        expect(plain).toEqual(kept);
        const packed = [kept, plain, evidence((at) => (at % 2 === 0 ? one : other))].map((list) => {
          const { candidates, references, referenceOf, starts } = similarPairs(list, { threshold: 0.5, withOthers });
          const has = list.map((item) => hasSimilarPair(item, 0.5));
          return {
            candidates: written(candidates),
            references: written(references),
            referenceOf,
            starts,
            has,
            all: written(packReferences(list)),
          };
        });
        expect(packed[1]).toEqual(packed[0]);
        expect(packed[2]).toEqual(packed[0]);
        for (const [p, reference] of packed[0]!.referenceOf.entries())
          expect(packed[0]!.candidates[p]).toBe(packed[0]!.references[reference]);
      }),
    );
  });
});
