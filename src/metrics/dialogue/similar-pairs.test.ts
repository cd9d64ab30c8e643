import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PackedTexts } from "../text/packed-texts.ts";
import { type DialogueEvidence, streamEvidence } from "./dialogue-evidence.ts";
import {
  allReferences,
  hasSimilarPair,
  type SimilarStreams,
  similarPairs,
} from "./similar-pairs.ts";

const text = fc
  .array(fc.constantFrom("pour", "water", "Don't", "wait...", "café", "<b>", "!", "\u00a0"), {
    maxLength: 4,
  })
  .map((words) => words.join(" "));
const settings = { left: -2, right: 2, factor: 0.3, power: 1.5, zeroEdge: "keep" } as const;

function written({ words, tokens, starts, unusual }: PackedTexts, number: number): string {
  return (
    unusual.get(number) ??
    Array.from(tokens.subarray(starts[number], starts[number + 1]), words.word).join(" ")
  );
}

function opened(streams: SimilarStreams) {
  return Array.from(streams, ({ open }) => {
    const { texts, pairs, documents } = open();
    const all = (numbers: Uint32Array) => Array.from(numbers, (number) => written(texts, number));
    return {
      candidates: all(pairs.candidates),
      references: all(pairs.references),
      documents: all(documents.texts),
    };
  });
}

describe("texts of evidence", () => {
  it("are the same from a measure, over JSON, and from several measures at once", () => {
    const stream = fc.record({
      generated: fc.array(text, { maxLength: 6 }),
      references: fc.array(text, { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(stream, { maxLength: 4 }), fc.boolean(), (streams, withOthers) => {
        const [one, other] = [streamEvidence(), streamEvidence()];
        const spoken = (texts: readonly string[]) =>
          texts.map((said, frame) => ({ frame, text: said }));
        const evidence = (make: (at: number) => typeof one) =>
          streams.map(({ generated, references }, at) =>
            make(at)(
              {
                dataset: "",
                frameCount: 8,
                framesPerSecond: 1,
                generated: spoken(generated),
                references: spoken(references),
              },
              settings,
              (said, wanted) => (generated[said] === references[wanted] ? 1 : 0.2),
            ),
          );
        const kept = evidence(() => one);
        const plain = JSON.parse(JSON.stringify(kept)) as DialogueEvidence[];
        expect(plain).toEqual(kept);
        const read = [kept, plain, evidence((at) => (at % 2 === 0 ? one : other))].map((list) => ({
          similar: opened(similarPairs(list, { threshold: 0.5, withOthers })),
          all: opened(allReferences(list)),
          has: list.map((item) => hasSimilarPair(item, 0.5)),
        }));
        expect(read[1]).toEqual(read[0]);
        expect(read[2]).toEqual(read[0]);
        for (const [i, { candidates, references, documents }] of read[0]!.similar.entries()) {
          expect(candidates).toEqual(references);
          expect(read[0]!.has[i]).toBe(candidates.length > 0);
          expect(documents).toEqual(withOthers ? read[0]!.all[i]!.documents : references);
        }
      }),
    );
  });
});
