import { describe, expect, test } from "vitest";
import { bleu } from "../../src/metrics/text/bleu.ts";
import { bleuMeter, type ReferenceLength } from "../../src/metrics/text/bleu-measure.ts";
import { cider } from "../../src/metrics/text/cider.ts";
import { ciderScores } from "../../src/metrics/text/cider-scores.ts";
import { ptbTokenize } from "../../src/metrics/text/ptb-tokenize.ts";
import type { TextPair } from "../../src/metrics/text/text-pair.ts";
import { captionScores } from "./caption-scores.ts";
import reference from "./text.json" with { type: "json" };

const tolerance = 1e-9;

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
    const references = Array.from({ length: 1 + below(3) }, () =>
      Array.from({ length: below(25) }, word),
    );
    const candidate: string[] = [];
    for (const kept of references[0]!) {
      const choice = below(10);
      if (choice < 9) candidate.push(choice < 6 ? kept : word());
    }
    return {
      candidate: candidate.join(" "),
      references: references.map((words) => words.join(" ")),
    };
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
      scores: statistics.map((item) => bleu("pairs").prepare([item])()!),
    };
  }
  const formula = { order: Number(option), sigma: Number(sigma) };
  return {
    corpus: cider("pairs", formula).prepare(pairs)()!,
    scores: [...ciderScores(pairs, { variant: "d", ...formula })],
  };
}

describe("text metrics agree with pycocoevalcap", () => {
  test.each(
    Object.keys(reference.options.generated) as (keyof typeof reference.options.generated)[],
  )("with other options: %s", (name) => {
    const generated = generatedPairs(reference.generated.count);
    const adversarial = reference.adversarial.pairs.map(
      ([candidate, references]) => ({ candidate, references }) as TextPair,
    );
    for (const [pairs, expected] of [
      [generated, reference.options.generated[name]],
      [adversarial, reference.options.adversarial[name]],
    ] as const) {
      const { corpus, scores } = scoreWith(name, pairs);
      expect(Math.abs(corpus - expected.corpus)).toBeLessThan(tolerance);
      const sampled = scores.filter((_, i) => i % reference.generated.step === 0);
      expect(largestDifference(sampled, expected.sampled)).toBeLessThan(tolerance);
      expect(
        Math.abs(scores.reduce((sum, score) => sum + score ** 2, 0) / expected.sumOfSquares - 1),
      ).toBeLessThan(tolerance);
    }
  });

  test("on generated pairs, corpus and per pair", () => {
    const { count, corpus, sampled, step, sumsOfSquares } = reference.generated;
    const scores = captionScores(generatedPairs(count));
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
    const scores = captionScores(
      pairs.map(([candidate, references]) => ({ candidate, references }) as TextPair),
    );
    expect(largestDifference(scores.corpus, corpus)).toBeLessThan(tolerance);
    perPair.forEach((expected, column) => {
      expect(
        largestDifference(scores.perPair[column]!, expected),
        reference.columns[column],
      ).toBeLessThan(tolerance);
    });
  });
});

describe("ptbTokenize agrees with Stanford's PTBTokenizer 3.4.1", () => {
  test("on our own tricky texts", () => {
    const wrong = reference.tokens.filter(
      ([text, tokens]) => ptbTokenize(text!, { removePunctuation: false }).join(" ") !== tokens,
    );
    expect(wrong).toEqual([]);
  });
});
