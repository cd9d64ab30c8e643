import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryScratch } from "../../core/data/scratch.ts";
import { ciderCosines } from "./cider-cosines.ts";
import type { CiderTexts } from "./cider-texts.ts";
import { type NgramDocuments, ngramDocuments } from "./ngram-documents.ts";
import { ngramCounts } from "./ngram-frequencies.ts";
import { textPacker } from "./packed-texts.ts";
import { wordInterner } from "./word-interner.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 9 })
  .map((words) => words.join(" "));
type Documents = readonly (readonly string[])[];

interface Corpus {
  readonly documents: Documents;
  /** Texts that are compared with the first reference, where there is one. */
  readonly candidates: readonly string[];
}

/** Parts that share their words. */
function packed(corpora: readonly Corpus[]): readonly CiderTexts[] {
  const words = wordInterner();
  return corpora.map(({ documents, candidates: own }) => {
    const [references, candidates] = [textPacker(words), textPacker(words)];
    for (const one of documents.flat()) references.add(one);
    for (const one of own) candidates.add(one);
    const owners = documents.flatMap((list, document) => list.map(() => document));
    const texts = Uint32Array.from(owners.keys());
    const numbers = Uint32Array.from(owners.length === 0 ? [] : own.keys());
    return {
      candidates: candidates.packed(),
      references: references.packed(),
      documents: { texts, owners: Uint32Array.from(owners), count: documents.length },
      pairs: { candidates: numbers, references: numbers.map(() => 0) },
    };
  });
}

/**
 * In how many documents the n-grams are that begin at every place of all compared texts, in their
 * order.
 */
function told(documents: NgramDocuments, parts: readonly CiderTexts[]): readonly number[][] {
  const into = ngramCounts(16);
  return parts.flatMap(({ candidates, references, pairs }) => {
    documents.begin();
    return Array.from(pairs.candidates, (candidate, pair) => [
      [references, pairs.references[pair]!] as const,
      [candidates, candidate] as const,
    ])
      .flat()
      .flatMap(([{ tokens, starts }, number]) => {
        const [start, end] = [starts[number]!, starts[number + 1]!];
        documents.next({ tokens, start, end }, into);
        return Array.from({ length: end - start }, (_, at) =>
          into.counts.slice(0, end - start - at).map((counts) => counts[at]!),
        );
      });
  });
}

function expected(corpora: readonly Corpus[]): readonly number[][] {
  const documents = corpora.flatMap((one) => one.documents);
  return corpora.flatMap(({ documents: own, candidates }) => {
    const [reference] = own.flat();
    const compared =
      reference === undefined ? [] : candidates.flatMap((candidate) => [reference, candidate]);
    return compared.flatMap((one) => {
      const words = one.split(" ").filter((word) => word !== "");
      return words.map((_, at) =>
        words.slice(at, at + 4).map((_, more) => {
          const ngram = ` ${words.slice(at, at + more + 1).join(" ")} `;
          return Math.max(
            1,
            documents.filter((list) => list.some((other) => ` ${other} `.includes(ngram))).length,
          );
        }),
      );
    });
  });
}

const corpus = fc.record({
  documents: fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 8 }),
  candidates: fc.array(text, { maxLength: 4 }),
});

describe("ngramDocuments", () => {
  it("knows in how many documents every n-gram of compared texts is, counted at once or in sets", () => {
    fc.assert(
      fc.property(
        fc.array(corpus, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        (corpora, most) => {
          const parts = packed(corpora);
          const right = expected(corpora);
          expect(told(ngramDocuments(parts), parts)).toEqual(right);
          expect(told(ngramDocuments(parts, { scratch: memoryScratch, most }), parts)).toEqual(
            right,
          );
        },
      ),
    );
  });

  it("holds few n-grams of those that are there once", () => {
    const documents = Array.from({ length: 2_000 }, (_, i) => [
      `pour the water into cup ${i} and w${(i * 7) % 501} w${(i * 13) % 503} wait`,
    ]);
    const parts = packed([{ documents, candidates: [] }]);
    const { ngrams } = ngramDocuments(parts).held;
    const counted = new Map<string, number>();
    for (const [one] of documents) {
      const words = one!.split(" ");
      for (let order = 2; order <= 4; order++)
        for (let i = 0; i + order <= words.length; i++) {
          const ngram = words.slice(i, i + order).join(" ");
          counted.set(ngram, (counted.get(ngram) ?? 0) + 1);
        }
    }
    const repeated = [...counted.values()].filter((count) => count > 1).length;
    expect(ngrams).toBeGreaterThanOrEqual(repeated);
    expect(ngrams).toBeLessThan(repeated + (counted.size - repeated) / 4);
  });

  it("holds fewer n-grams at once in sets", () => {
    const documents = Array.from({ length: 3_000 }, (_, i) => [
      Array.from({ length: 8 }, (_, j) => `w${(i * i + 7 * i * j + j) % 61}`).join(" "),
    ]);
    const parts = packed([{ documents, candidates: [] }]);
    const [whole, inSets] = [
      ngramDocuments(parts),
      ngramDocuments(parts, { scratch: memoryScratch, most: 6_000 }),
    ];
    expect(inSets.held.ngrams).toBeLessThan(whole.held.ngrams / 2);
    expect(inSets.held.bytes).toBeLessThan(whole.held.bytes / 2);
  });

  it("tells nothing of a corpus without documents", () => {
    expect(
      [...ciderCosines(packed([{ documents: [], candidates: [] }]), { clips: true, order: 4 })].map(
        ({ sums }) => sums.length,
      ),
    ).toEqual([0]);
  });
});
