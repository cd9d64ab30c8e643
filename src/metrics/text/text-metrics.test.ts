import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Score } from "../../core/scores/metric.ts";
import { bleu } from "./bleu.ts";
import { bleuMeter } from "./bleu-measure.ts";
import { cider } from "./cider.ts";
import { meteor } from "./meteor.ts";
import { meteorMeter } from "./meteor-measure.ts";
import { rougeL, rougeLMeter } from "./rouge-l.ts";
import { sacrebleu, sacrebleuMeter } from "./sacrebleu.ts";
import type { TextPair } from "./text-pair.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 40 })
  .map((words) => words.join(" "));
const pair = fc.record({
  candidate: text,
  references: fc.array(text, { minLength: 1, maxLength: 3 }),
});
const pairs = fc.array(pair, { minLength: 1, maxLength: 8 });

const metrics: readonly {
  readonly name: string;
  readonly best: number;
  readonly prepare: (items: readonly TextPair[]) => Score;
}[] = [
  ...[1, 2, 3, 4].map((order) => ({
    name: `BLEU-${order}`,
    best: 1,
    prepare: (items: readonly TextPair[]) => bleu("m", { order }).prepare(items.map(bleuMeter())),
  })),
  { name: "ROUGE-L", best: 1, prepare: (items) => rougeL("m").prepare(items.map(rougeLMeter())) },
  {
    name: "sacreBLEU",
    best: 100,
    prepare: (items) => sacrebleu("m").prepare(items.map(sacrebleuMeter())),
  },
  { name: "METEOR", best: 1, prepare: (items) => meteor("m").prepare(items.map(meteorMeter())) },
  { name: "CIDEr-D", best: 10, prepare: (items) => cider("m").prepare(items) },
  { name: "CIDEr", best: 10, prepare: (items) => cider("m", { variant: "plain" }).prepare(items) },
  {
    name: "BLEU-3 by the shortest reference",
    best: 1,
    prepare: (items) =>
      bleu("m", { order: 3, referenceLength: "shortest" }).prepare(
        items.map(bleuMeter("shortest")),
      ),
  },
  {
    name: "BLEU-4 by the average reference",
    best: 1,
    prepare: (items) =>
      bleu("m", { referenceLength: "average" }).prepare(items.map(bleuMeter("average"))),
  },
  {
    name: "sacreBLEU of order 2",
    best: 100,
    prepare: (items) => sacrebleu("m", { order: 2 }).prepare(items.map(sacrebleuMeter())),
  },
  {
    name: "METEOR with a beam of 2",
    best: 1,
    prepare: (items) => meteor("m", { beam: 2 }).prepare(items.map(meteorMeter({ beam: 2 }))),
  },
  {
    name: "METEOR as it is",
    best: 1,
    prepare: (items) => meteor("m").prepare(items.map(meteorMeter({ normalize: "none" }))),
  },
  ...[1, 2, 3].map((order) => ({
    name: `CIDEr-D of order ${order}`,
    best: 10,
    prepare: (items: readonly TextPair[]) => cider("m", { order }).prepare(items),
  })),
];

describe.each(metrics)("$name", ({ name, best, prepare }) => {
  it("stays within its bounds", () => {
    fc.assert(
      fc.property(pairs, (items) => {
        const score = prepare(items)()!;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(best + 1e-9);
      }),
    );
  });

  it("does not depend on the order of segments", () => {
    fc.assert(
      fc.property(pairs, (items) => {
        expect(prepare(items.toReversed())()).toBeCloseTo(prepare(items)()!, 10);
      }),
    );
  });

  it("reaches its best when candidate and reference are the same", () => {
    const items = ["a b c d e", "f g h i j k", "l m n o"].map((same) => ({
      candidate: same,
      references: ["z y", same],
    }));
    const expected = name.startsWith("CIDEr") ? best / 2 : best;
    expect(prepare(items)()).toBeCloseTo(expected, 8);
  });

  it("is not defined without weight, and refuses weights of another number of segments", () => {
    const score = prepare([{ candidate: "a", references: ["a"] }]);
    expect(score(Uint32Array.of(0))).toBeNull();
    expect(prepare([])()).toBeNull();
    expect(() => score(Uint32Array.of(1, 1))).toThrow(RangeError);
  });

  it("refuses a pair without references", () => {
    expect(() => prepare([{ candidate: "a", references: [] }])).toThrow(RangeError);
  });

  it("counts a segment as often as its weight says", () => {
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.nat({ max: 3 })), (items, stream) => {
        const weights = Uint32Array.from(items, () => stream.next().value as number);
        const repeated = items.flatMap((item, i) =>
          Array.from({ length: weights[i]! }, () => item),
        );
        const weighted = prepare(items)(weights);
        // Repetition would change CIDEr's document frequencies, which weights leave fixed: there
        // the mean of single segments is the measure.
        const expected = name.startsWith("CIDEr")
          ? meanOfSingles(prepare(items), weights)
          : prepare(repeated)();
        if (expected === null) expect(weighted).toBeNull();
        else expect(weighted).toBeCloseTo(expected, 10);
        expect(prepare(items)(Float64Array.from(weights))).toBe(weighted);
      }),
    );
  });
});

describe("options", () => {
  it("are refused where no such n-gram or beam exists", () => {
    for (const order of [0, 5, 1.5, Number.NaN]) {
      expect(() => bleu("m", { order })).toThrow(RangeError);
      expect(() => sacrebleu("m", { order })).toThrow(RangeError);
      expect(() => cider("m", { order }).prepare([])).toThrow(RangeError);
      expect(() => meteor("m", { beam: -order })).toThrow(RangeError);
    }
  });

  it("choose the length of several references", () => {
    const of = (rule: "closest" | "shortest" | "average") =>
      bleuMeter(rule)({ candidate: "a b c d", references: ["a", "a b c d e", "a b c"] })
        .referenceLength;
    expect([of("closest"), of("shortest"), of("average")]).toEqual([3, 1, 3]);
  });

  it("leave words as they are, make them lower case, or split them", () => {
    const of = (normalize: "norm" | "lower" | "none") => {
      const counts = meteorMeter({ normalize })({
        candidate: "A well-known Valve.",
        references: ["a well known valve ."],
      });
      return counts.candidateContent[0]! + counts.candidateFunction[0]!;
    };
    expect([of("none"), of("lower"), of("norm")]).toEqual([0, 1, 5]);
  });
});

function meanOfSingles(score: Score, weights: Uint32Array): number | null {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i]! * score(Uint32Array.from(weights, (_, j) => (i === j ? 1 : 0)))!;
    total += weights[i]!;
  }
  return total === 0 ? null : sum / total;
}
