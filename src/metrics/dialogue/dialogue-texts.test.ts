import { describe, expect, it } from "vitest";
import { textMetrics } from "../text/index.ts";
import type { TextPair } from "../text/text-pair.ts";
import { type DialogueTextOptions, dialogueTexts } from "./dialogue-texts.ts";
import { fakeDialogueEvidence } from "./fake-dialogue-evidence.ts";

const usual: DialogueTextOptions = { threshold: 0.5, documents: "matched" };

/** Two right pairs in two streams; a pair of other words, and one without words, do not count. Jaccard 2/5. */
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
  return textMetrics
    .find(({ id }) => id === kind)!
    .create({ tokenized: true })(of)
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
  ])("%s is the text metric of the similar pairs of all streams, and the weighted one times the Jaccard index", (id, kind, at) => {
    const expected = official(kind)[at]!;
    expect(expected).toBeGreaterThan(0.1);
    expect(metricOf(id).prepare(evidence)()).toBeCloseTo(expected, 12);
    expect(metricOf(`${id}_w`).prepare(evidence)()).toBeCloseTo(expected * jaccard, 12);
  });

  it("weighs the pairs of a stream as the stream", () => {
    const [first] = pairs;
    expect(metricOf("METEOR").prepare(evidence)(Uint32Array.of(1, 0))).toBeCloseTo(official("meteor", [first!])[0]!, 12);
    expect(metricOf("Bleu_4").prepare(evidence)(Uint32Array.of(2, 0))).toBeCloseTo(official("bleu", [first!, first!])[3]!, 12);
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
    const [all, matched] = (["all", "matched"] as const).map((documents) => metricOf("CIDEr", { ...usual, documents }).prepare(evidence)());
    expect(all).not.toBeCloseTo(matched!, 3);
  });

  it.each(["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "CIDEr", "METEOR"])(
    "the ceiling of %s is what repeating every reference scores",
    (id) => {
      for (const references of [["one two three four five", "six seven", "eight"], ["stop"], ["now pour it", "now pour it"]]) {
        const perfect = [fakeDialogueEvidence({ semantics: references.map(() => 1), generated: references, references })];
        const metric = metricOf(id, { ...usual, documents: "all" });
        expect(metric.prepare(perfect)(), references.join()).toBeCloseTo(metric.ceiling!(perfect), 12);
      }
    },
  );

  it("names the matchers of METEOR in its signature", () => {
    expect(metricOf("METEOR").signature).toContain("matchers:exact+stem");
  });
});
