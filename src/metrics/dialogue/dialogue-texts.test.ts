import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeDialogueEvidence } from "../../../test/fakes/fake-dialogue-evidence.ts";
import { metricOffers } from "../../../test/support/metric-offers.ts";
import type { TextPair } from "../text/text-pair.ts";
import { streamEvidence } from "./dialogue-evidence.ts";
import { countAlikeTexts, type DialogueTextOptions, dialogueTexts } from "./dialogue-texts.ts";
import { countedOf, keptStreams } from "./kept-evidence.ts";

const offers = await metricOffers("text");
const usual: DialogueTextOptions = { threshold: 0.5, documents: "matched" };

/**
 * Two right pairs in two streams; a pair of other words, and one without words, do not count.
 * Jaccard 2/5.
 */
const evidence = [
  fakeDialogueEvidence({
    semantics: [0.9, 0.2],
    generated: ["now grind the coffee beans", "something else"],
    references: ["now grind the coffee beans finely", "fill the kettle"],
    missed: ["rinse filters well"],
  }),
  fakeDialogueEvidence({
    semantics: [0.8, 0.9],
    generated: ["let the tea leaves steep", "!"],
    references: ["let the leaves steep", ""],
  }),
];
const pairs: readonly TextPair[] = [
  { candidate: "now grind the coffee beans", references: ["now grind the coffee beans finely"] },
  { candidate: "let the tea leaves steep", references: ["let the leaves steep"] },
];
const jaccard = 3 / 5;

function metricOf(id: string, options: DialogueTextOptions = usual) {
  return dialogueTexts("", options).find((metric) => metric.id === id)!;
}

function official(kind: string, of: readonly TextPair[] = pairs): readonly (number | null)[] {
  return offers
    .find(({ id }) => id === kind)!
    .create(
      {},
      { isTokenized: true },
    )(of)
    .map(({ score }) => score());
}

describe("scores of texts", () => {
  it("stand in the order of ProAssist's files", () => {
    expect(dialogueTexts("", usual).map(({ id }) => id)).toEqual(
      ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "CIDEr", "METEOR"].flatMap((id) => [id, `${id}_w`]),
    );
  });

  it.each([
    ["Bleu_1", "bleu", 0],
    ["Bleu_2", "bleu", 1],
    ["Bleu_3", "bleu", 2],
    ["Bleu_4", "bleu", 3],
    ["CIDEr", "cider-d", 0],
    ["METEOR", "meteor", 0],
  ])(
    "%s is the text metric of the similar pairs of all streams, and the weighted one times the Jaccard index",
    (id, kind, at) => {
      const expected = official(kind)[at]!;
      expect(expected).toBeGreaterThan(0.1);
      expect(metricOf(id).prepare(evidence)()).toBeCloseTo(expected, 12);
      expect(metricOf(`${id}_w`).prepare(evidence)()).toBeCloseTo(expected * jaccard, 12);
    },
  );

  it("weighs the pairs of a stream as the stream", () => {
    const [first] = pairs;
    expect(metricOf("METEOR").prepare(evidence)(Uint32Array.of(1, 0))).toBeCloseTo(
      official("meteor", [first!])[0]!,
      12,
    );
    expect(metricOf("Bleu_4").prepare(evidence)(Uint32Array.of(2, 0))).toBeCloseTo(
      official("bleu", [first!, first!])[3]!,
      12,
    );
  });

  it("is not defined without a pair, and 0 when weighted; without streams neither", () => {
    const silent = [fakeDialogueEvidence({ missed: ["rinse the filter"] })];
    for (const id of ["Bleu_4", "CIDEr", "METEOR"]) {
      expect(metricOf(id).prepare(silent)()).toBeNull();
      expect(metricOf(`${id}_w`).prepare(silent)()).toBe(0);
      expect(metricOf(`${id}_w`).prepare([])()).toBeNull();
      expect(metricOf(id).kind === "corpus" && "counts" in metricOf(id)).toBe(true);
    }
  });

  it("counts document frequencies in all references or in matched ones", () => {
    const [all, matched] = (["all", "matched"] as const).map((documents) =>
      metricOf("CIDEr", { ...usual, documents }).prepare(evidence)(),
    );
    expect(all).not.toBeCloseTo(matched!, 3);
  });

  it.each(["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "CIDEr", "METEOR"])(
    "the ceiling of %s is what repeating every reference scores",
    (id) => {
      for (const references of [
        ["one two three four five", "six seven", "eight"],
        ["stop"],
        ["now pour it", "now pour it"],
      ]) {
        const perfect = [
          fakeDialogueEvidence({
            semantics: references.map(() => 1),
            generated: references,
            references,
          }),
        ];
        const metric = metricOf(id, { ...usual, documents: "all" });
        expect(metric.prepare(perfect)(), references.join()).toBeCloseTo(
          metric.ceiling!(perfect),
          12,
        );
      }
    },
  );

  it("names the matchers of METEOR in its signature", () => {
    expect(metricOf("METEOR").signature).toContain("matchers:exact+stem");
  });
});

describe("streams that are matched in two ways", () => {
  const words = ["pour", "pouring", "the", "water", "slowly", "café", "now"];
  const text = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
    .map((some) => some.join(" "));
  const spoken = (texts: readonly string[]) => texts.map((said, frame) => ({ frame, text: said }));
  const stream = fc.record({
    generated: fc.array(text, { minLength: 1, maxLength: 8 }),
    references: fc.array(text, { minLength: 1, maxLength: 8 }),
    noise: fc.infiniteStream(fc.constantFrom(-0.4, 0, 0, 0, 0.4)),
  });
  const settings = { left: -2, right: 2, factor: 0.3, power: 1.5, zeroEdge: "keep" } as const;

  /** By the words that both have, and by the same with some noise. */
  function matched(
    {
      generated,
      references,
      noise,
    }: { generated: string[]; references: string[]; noise: Iterator<number> },
    keep = streamEvidence(),
  ) {
    const input = {
      dataset: "",
      frameCount: 12,
      framesPerSecond: 1,
      generated: spoken(generated),
      references: spoken(references),
    };
    const shared = (said: number, wanted: number) => {
      const [one, other] = [generated[said]!.split(" "), references[wanted]!.split(" ")];
      const both = new Set(one.filter((word) => other.includes(word)));
      return both.size / new Set([...one, ...other]).size;
    };
    const away = generated.map(() => references.map(() => noise.next().value as number));
    const noisy = (said: number, wanted: number) =>
      Math.min(1, Math.max(0, shared(said, wanted) + away[said]![wanted]!));
    return [keep(input, settings, shared), keep(input, settings, noisy)] as const;
  }

  it("have the same scores whether or not the second was counted by the first", () => {
    fc.assert(
      fc.property(
        fc.array(stream, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("all" as const, "matched" as const),
        (streams, documents) => {
          const keep = streamEvidence();
          const pairs = streams.map((one) => matched(one, keep));
          const options = { threshold: 0.3, documents };
          const [first, second] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
          const scoresOf = (of: typeof first) =>
            dialogueTexts("", options).map(({ id, prepare }) => [id, prepare(of)()]);
          const alone = [first, second].map((of) => scoresOf(JSON.parse(JSON.stringify(of))));
          const before = scoresOf(first);
          countAlikeTexts(pairs, options);
          expect([before, scoresOf(second)]).toEqual(alone);
          // By what is remembered now.
          expect([scoresOf(first), scoresOf(second)]).toEqual(alone);
        },
      ),
    );
  });

  it("are counted by the first where few pairs differ, and else by themselves", () => {
    const keep = streamEvidence();
    const input = {
      dataset: "",
      frameCount: 12,
      framesPerSecond: 1,
      generated: spoken(words),
      references: spoken(words),
    };
    const [same, nearly, none] = [1, 3, 9].map((limit) =>
      keep(input, settings, (said, wanted) =>
        said === wanted && (limit === 1 || said >= limit - 2) ? 0.9 : 0,
      ),
    );
    const options = { threshold: 0.5, documents: "matched" as const };
    const isCounted = (of: typeof same) => {
      const kept = keptStreams()(of!);
      return [...kept.set.counted.keys()].some(
        (name) => name.startsWith("meteor-statistics") && countedOf(kept, name) !== undefined,
      );
    };
    countAlikeTexts([[same!, nearly!]], options);
    expect(isCounted(nearly)).toBe(false);
    dialogueTexts("", options)
      .find(({ id }) => id === "METEOR")!
      .prepare([same!])();
    countAlikeTexts(
      [
        [same!, nearly!],
        [same!, none!],
      ],
      options,
    );
    expect([nearly, none].map(isCounted)).toEqual([true, false]);
  });

  it("make CIDEr once for the same streams, and anew for others", () => {
    const keep = streamEvidence();
    const all = [
      ["pour the water", "pour the water slowly"],
      ["now pour", "now pour the café"],
      ["the café", "the café now"],
    ].map(([said, wanted]) =>
      keep(
        {
          dataset: "",
          frameCount: 4,
          framesPerSecond: 1,
          generated: spoken([said!]),
          references: spoken([wanted!]),
        },
        settings,
        () => 0.9,
      ),
    );
    const cider = (of: typeof all) => metricOf("CIDEr").prepare(of)();
    const plain = (of: typeof all) => metricOf("CIDEr").prepare(JSON.parse(JSON.stringify(of)))();
    for (const of of [all, all.slice(1), [all[2]!, all[0]!], all])
      expect(cider(of)).toBe(plain(of));
    const remembered = [...keptStreams()(all[0]!).set.counted.keys()].filter((name) =>
      name.startsWith("cider"),
    );
    expect(remembered).toHaveLength(3);
  });
});
