import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bleu, segmentBleu } from "../../src/metrics/text/bleu.ts";
import { bleuMeasureSignature, bleuMeter, type ReferenceLength } from "../../src/metrics/text/bleu-measure.ts";
import { cider } from "../../src/metrics/text/cider.ts";
import { ciderScores } from "../../src/metrics/text/cider-scores.ts";
import { ptbTokenize } from "../../src/metrics/text/ptb-tokenize.ts";
import { rougeL, rougeLMeasureSignature, rougeLMeter } from "../../src/metrics/text/rouge-l.ts";
import type { TextPair } from "../../src/metrics/text/text-pair.ts";
import reference from "./text.json" with { type: "json" };

const tolerance = 1e-9;
const shared = new URL("../../../shared/data/", import.meta.url);
/** Skipped where ../shared/data is absent. */
const checkTest = test.skipIf(!existsSync(shared));

/** Corpus scores and scores per pair: BLEU-1 to 4, ROUGE-L, CIDEr-D, CIDEr. */
function scoreAll(pairs: readonly TextPair[]) {
  const statistics = pairs.map(bleuMeter());
  const common = pairs.map(rougeLMeter());
  const orders = [1, 2, 3, 4];
  const rouge = rougeL(rougeLMeasureSignature);
  return {
    corpus: [
      ...orders.map((order) => bleu(bleuMeasureSignature, { order }).prepare(statistics)()!),
      rouge.prepare(common)()!,
      cider("pairs").prepare(pairs)()!,
      cider("pairs", { variant: "plain" }).prepare(pairs)()!,
    ],
    perPair: [
      ...orders.map((order) => statistics.map((item) => segmentBleu(item, { order }))),
      common.map((item) => rouge.value(item)!),
      [...ciderScores(pairs, { variant: "d", sigma: 6 })],
      [...ciderScores(pairs, { variant: "plain", sigma: 6 })],
    ],
  };
}

function largestDifference(actual: readonly number[], expected: readonly number[]): number {
  expect(actual).toHaveLength(expected.length);
  return actual.reduce((largest, value, i) => Math.max(largest, Math.abs(value - expected[i]!)), 0);
}

/** The same pairs as `generated_pairs` in text.py. */
function generatedPairs(count: number): TextPair[] {
  let state = 20251115;
  const below = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const word = () => `w${Math.floor((below(400) * below(400)) / 400)}`;
  return Array.from({ length: count }, () => {
    const references = Array.from({ length: 1 + below(3) }, () => Array.from({ length: below(25) }, word));
    const candidate: string[] = [];
    for (const kept of references[0]!) {
      const choice = below(10);
      if (choice < 9) candidate.push(choice < 6 ? kept : word());
    }
    return { candidate: candidate.join(" "), references: references.map((words) => words.join(" ")) };
  });
}

/** Corpus score and scores per pair with an option that `optional_scores` in text.py names. */
function scoreWith(name: string, pairs: readonly TextPair[]) {
  const [kind, option, sigma] = name.split(" ");
  if (kind === "bleu") {
    const referenceLength = option as ReferenceLength;
    const statistics = pairs.map(bleuMeter(referenceLength));
    return {
      corpus: bleu("pairs", { referenceLength }).prepare(statistics)()!,
      scores: statistics.map((item) => segmentBleu(item)),
    };
  }
  const formula = { order: Number(option), sigma: Number(sigma) };
  return { corpus: cider("pairs", formula).prepare(pairs)()!, scores: [...ciderScores(pairs, { variant: "d", ...formula })] };
}

describe("text metrics agree with pycocoevalcap", () => {
  test.each(Object.keys(reference.options.generated) as (keyof typeof reference.options.generated)[])("with other options: %s", (name) => {
    const generated = generatedPairs(reference.generated.count);
    const adversarial = reference.adversarial.pairs.map(([candidate, references]) => ({ candidate, references }) as TextPair);
    for (const [pairs, expected] of [
      [generated, reference.options.generated[name]],
      [adversarial, reference.options.adversarial[name]],
    ] as const) {
      const { corpus, scores } = scoreWith(name, pairs);
      expect(Math.abs(corpus - expected.corpus)).toBeLessThan(tolerance);
      const sampled = scores.filter((_, i) => i % reference.generated.step === 0);
      expect(largestDifference(sampled, expected.sampled)).toBeLessThan(tolerance);
      expect(Math.abs(scores.reduce((sum, score) => sum + score ** 2, 0) / expected.sumOfSquares - 1)).toBeLessThan(tolerance);
    }
  });

  test("on generated pairs, corpus and per pair", () => {
    const { count, corpus, sampled, step, sumsOfSquares } = reference.generated;
    const scores = scoreAll(generatedPairs(count));
    expect(largestDifference(scores.corpus, corpus)).toBeLessThan(tolerance);
    scores.perPair.forEach((values, column) => {
      const name = reference.columns[column];
      expect(
        largestDifference(
          values.filter((_, i) => i % step === 0),
          sampled[column]!,
        ),
        name,
      ).toBeLessThan(tolerance);
      const squares = values.reduce((sum, value) => sum + value ** 2, 0);
      expect(Math.abs(squares / sumsOfSquares[column]! - 1), name).toBeLessThan(tolerance);
    });
  });

  test("on empty, short, strange and very long texts", () => {
    const { pairs, corpus, perPair } = reference.adversarial;
    const scores = scoreAll(pairs.map(([candidate, references]) => ({ candidate, references }) as TextPair));
    expect(largestDifference(scores.corpus, corpus)).toBeLessThan(tolerance);
    perPair.forEach((expected, column) => {
      expect(largestDifference(scores.perPair[column]!, expected), reference.columns[column]).toBeLessThan(tolerance);
    });
  });

  checkTest("on nlg-eval's three-line test, to the digits published", () => {
    const lines = (name: string) => sharedText(`text/${name}`).trimEnd().split("\n");
    const [first, second] = [lines("ref1.txt"), lines("ref2.txt")];
    const { corpus } = scoreAll(lines("hyp.txt").map((candidate, i) => ({ candidate, references: [first[i]!, second[i]!] })));
    expect(largestDifference(corpus.slice(0, 6), [0.55, 0.428174, 0.284043, 0.201143, 0.522104, 1.242192])).toBeLessThan(1e-6);
  });

  checkTest("on 2,000 ActivityNet captions, corpus and per pair", () => {
    const { refs, hyps } = JSON.parse(sharedText("text/tokenised_pairs_val_1_first2000.json")) as Record<string, Record<string, string[]>>;
    const expected = JSON.parse(sharedText("text/tokenised_pairs_val_1_first2000_expected.json"));
    const scores = scoreAll(Object.keys(refs!).map((key) => ({ candidate: hyps![key]![0]!, references: refs![key]! })));
    ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "ROUGE_L", "CIDEr"].forEach((name, column) => {
      expect(Math.abs(scores.corpus[column]! - expected.corpus[name]), name).toBeLessThan(tolerance);
      expect(largestDifference(scores.perPair[column]!, expected.per_pair[name]), name).toBeLessThan(tolerance);
    });
  });
});

describe("ptbTokenize agrees with Stanford's PTBTokenizer 3.4.1", () => {
  test("on our own tricky texts", () => {
    const wrong = reference.tokens.filter(([text, tokens]) => ptbTokenize(text!, { removePunctuation: false }).join(" ") !== tokens);
    expect(wrong).toEqual([]);
  });

  checkTest("on all 699 texts of the check file, with and without punctuation", () => {
    const rows = JSON.parse(sharedText("dialogue/ptb_tokens.json")) as { text: string; ptb: string; filtered: string }[];
    const wrong = rows.filter(
      ({ text, ptb, filtered }) =>
        ptbTokenize(text, { removePunctuation: false }).join(" ") !== ptb || ptbTokenize(text).join(" ") !== filtered,
    );
    expect(rows).toHaveLength(699);
    expect(wrong).toEqual([]);
  });
});

function sharedText(path: string): string {
  return readFileSync(new URL(path, shared), "utf8");
}
