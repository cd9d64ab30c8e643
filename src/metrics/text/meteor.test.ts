import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meteor, segmentMeteor } from "./meteor.ts";
import type { MeteorMatcher } from "./meteor-matches.ts";
import {
  type MeteorMeterOptions,
  meteorMeasureSignature,
  meteorMeter,
  packedMeteorMeter,
} from "./meteor-measure.ts";
import { meteorNormalize, meteorWords } from "./meteor-normalize.ts";
import { builtInPrefixes, type MeteorResources } from "./meteor-resources.ts";
import { meteorStatisticsAt } from "./meteor-rows.ts";
import { textPacker } from "./packed-texts.ts";
import { paraphraseTableBuilder } from "./paraphrase-table.ts";
import { wordInterner } from "./word-interner.ts";

const builder = paraphraseTableBuilder();
builder.add("picks up", "lifts");
builder.add("a b", "c d e");
const resources: MeteorResources = {
  synonyms: {
    name: "own",
    synsets: new Map([
      ["car", [1, 2]],
      ["auto", [2]],
      ["mouse", [3]],
      ["rodent", [3]],
    ]),
    bases: new Map([["mice", ["mouse"]]]),
  },
  paraphrases: builder.build("own-phrases"),
};

function score(candidate: string, reference: string, options: MeteorMeterOptions = {}): number {
  return segmentMeteor(meteorMeter(options)({ candidate, references: [reference] }));
}

describe("meteorNormalize", () => {
  it.each([
    ["", []],
    [
      "Dr. Smith met No. 5 of the U.S. here. Yes.",
      "dr. smith met no. 5 of the us here . yes .".split(" "),
    ],
    [
      "don't rock-and-roll, 1,000 and 5's...",
      "don 't rock and roll , 1,000 and 5 's ...".split(" "),
    ],
    ["\u201cHi\u201d \u2013 it\u2019s ok!", ['"', "hi", '"', "-", "it", "'s", "ok", "!"]],
    ["end. next", ["end.", "next"]],
  ])("%s", (line, words) => {
    expect(meteorWords(meteorNormalize(line, builtInPrefixes.kinds))).toEqual(words);
  });
});

describe("meteorMeter", () => {
  it("matches equal words, stems, synonyms and forms of them, and phrases in both directions, each if asked for", () => {
    const cases: readonly (readonly [string, string, MeteorMatcher])[] = [
      ["car", "car", "exact"],
      ["walked", "walks", "stem"],
      ["car", "auto", "synonym"],
      ["mice", "rodent", "synonym"],
      ["autos", "car", "synonym"],
      ["she picks up it", "she lifts it", "paraphrase"],
      ["she lifts it", "she picks up it", "paraphrase"],
      ["a b", "c d e", "paraphrase"],
    ];
    for (const [candidate, reference, matcher] of cases) {
      const all = score(candidate, reference, { resources });
      expect(all, candidate).toBeGreaterThan(0);
      if (matcher === "exact") continue;
      const others = (["exact", "stem", "synonym", "paraphrase"] as const).filter(
        (one) => one !== matcher,
      );
      expect(score(candidate, reference, { resources, matchers: others }), candidate).toBeLessThan(
        all,
      );
    }
  });

  it("leaves a lone word unmatched that matches by stem and as a synonym at once, as the original does", () => {
    expect(score("cars", "car")).toBeGreaterThan(0);
    expect(score("cars", "car", { resources })).toBe(0);
  });

  it("gives 1 to a text that repeats its reference, even one of one word or of one word many times", () => {
    for (const text of [
      "dog",
      "the",
      ".",
      "a dog",
      "a a a a a a",
      Array.from({ length: 120 }, (_, i) => `w${i % 7}`).join(" "),
    ])
      expect(score(text, text)).toBe(1);
  });

  it("takes the reference that scores best", () => {
    const pair = {
      candidate: "a man cuts wood",
      references: ["a dog", "a man cuts wood", "a man"],
    };
    expect(meteorMeter()(pair).referenceLength).toBe(4);
  });

  it("counts packed texts as it counts others, with marks, abbreviations and letters that are not plain", () => {
    const word = fc.constantFrom(
      "car",
      "cars",
      "auto",
      "the",
      "picks",
      "up",
      "lifts",
      "don't",
      "U.S.",
      "No.",
      "5",
      "1\u00a01/2",
      "é",
      "-lrb-",
      "",
    );
    const text = fc.array(word, { maxLength: 45 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 6 }), (pairs) => {
        const words = wordInterner();
        const [candidates, references] = [textPacker(words), textPacker(words)];
        for (const [candidate, reference] of pairs) {
          candidates.add(candidate);
          references.add(reference);
        }
        const texts = { candidates: candidates.packed(), references: references.packed() };
        const count = packedMeteorMeter(words, { resources });
        const meter = meteorMeter({ resources });
        for (const [i, [candidate, reference]] of pairs.entries())
          expect(meteorStatisticsAt(count(texts, i, i), 0)).toEqual(
            meter({ candidate, references: [reference] }),
          );
      }),
    );
  });

  it("refuses matchers without their table, and none at all", () => {
    expect(() => meteorMeter({ matchers: ["exact", "synonym"] })).toThrow(
      /needs a table of synonyms/,
    );
    expect(() => meteorMeter({ matchers: ["exact", "paraphrase"] })).toThrow(RangeError);
    expect(() => meteorMeter({ matchers: ["stem"] })).toThrow(/"exact" must be among them/);
  });

  it("says in its signature what it used", () => {
    expect(meteorMeasureSignature()).toBe(
      "meteor-statistics|functionWords:closed-class|language:en|matchers:exact+stem|normalize:meteor-1.5,initials-and-titles|references:best-by-0.85/0.2/0.6/0.75/1/0.6/0.8/0.6|tokens:given|v:1",
    );
    expect(meteorMeasureSignature({ resources })).toMatch(
      /matchers:exact\+stem\+synonym\+paraphrase.*paraphrases:own-phrases.*synonyms:own\|/,
    );
  });
});

describe("meteor", () => {
  it("is made of summed counts, not of the segments' scores", () => {
    const meter = meteorMeter();
    const evidence = [
      meter({ candidate: "a dog runs", references: ["a dog runs"] }),
      meter({ candidate: "dog a runs", references: ["a cat sleeps here now"] }),
    ];
    const total = meteor("m").prepare(evidence)()!;
    expect(total).not.toBeCloseTo(
      (segmentMeteor(evidence[0]!) + segmentMeteor(evidence[1]!)) / 2,
      3,
    );
    expect(meteor("m").prepare([evidence[0]!, evidence[0]!])()).toBe(1);
  });

  it("names its parameters and checks them", () => {
    expect(meteor("m").signature).toBe(
      "meteor-1.5|alpha:0.85|beam:40|beta:0.2|delta:0.75|gamma:0.6|scale:1|weights:1+0.6+0.8+0.6|v:1",
    );
    for (const wrong of [
      { alpha: 2 },
      { beta: -1 },
      { gamma: Number.NaN },
      { delta: 1.1 },
      { weights: [1] },
    ])
      expect(() => meteor("m", wrong)).toThrow(RangeError);
    const evidence = [meteorMeter()({ candidate: "dogs", references: ["dog"] })];
    expect(meteor("m", { weights: [1, 1, 1, 1] }).prepare(evidence)()).toBe(1);
  });
});
