import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ngramComparer } from "./common-ngrams.ts";

const words = fc.array(fc.nat({ max: 4 }), { maxLength: 90 });

/** How often each n-gram occurs. */
function counts(list: readonly number[], order: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i + order <= list.length; i++) {
    const ngram = list.slice(i, i + order).join();
    found.set(ngram, (found.get(ngram) ?? 0) + 1);
  }
  return found;
}

describe("ngramComparer", () => {
  it("counts as tables of n-grams do, text after text", () => {
    const comparer = ngramComparer();
    fc.assert(
      fc.property(words, words, fc.nat({ max: 3 }), (own, other, before) => {
        const shift = Array.from({ length: before }, () => 9);
        const texts = {
          ...{
            candidate: Int32Array.from([...shift, ...own]),
            candidateStart: before,
            candidateEnd: before + own.length,
          },
          ...{
            reference: Int32Array.from([...shift, ...other]),
            start: before,
            end: before + other.length,
            wordCount: 10,
          },
        };
        for (let order = 1; order <= 4; order++) {
          const matches = order === 1 ? comparer.begin(texts) : comparer.extend();
          const [mine, theirs] = [counts(own, order), counts(other, order)];
          expect(matches).toBe(
            [...mine].reduce(
              (sum, [ngram, times]) => sum + Math.min(times, theirs.get(ngram) ?? 0),
              0,
            ),
          );
          for (let j = 0; j + order <= other.length; j++) {
            const ngram = other.slice(j, j + order).join();
            const first = comparer.first[j]!;
            expect(other.slice(first, first + order).join()).toBe(ngram);
            expect([comparer.times[first], comparer.found[first]]).toEqual([
              theirs.get(ngram),
              mine.get(ngram) ?? 0,
            ]);
          }
          for (let i = 0; i + order <= own.length; i++) {
            const place = comparer.own[i]!;
            const ngram = own.slice(i, i + order).join();
            if (place < 0) expect(theirs.has(ngram)).toBe(false);
            else
              expect([other.slice(place, place + order).join(), comparer.first[place]]).toEqual([
                ngram,
                place,
              ]);
          }
        }
      }),
    );
  });
});
