import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type SacrebleuOptions,
  sacrebleu,
  sacrebleuMeter,
  segmentSacrebleu,
} from "../../src/metrics/text/sacrebleu.ts";
import type { TextPair } from "../../src/metrics/text/text-pair.ts";
import reference from "./text-sacrebleu.json" with { type: "json" };

const tolerance = 1e-9;

/** The same pairs as `generated_pairs` in text-sacrebleu.py. */
function generatePairs(count: number): TextPair[] {
  const lines = readFileSync(new URL("./text-meteor/words.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const families = lines.map((line) => line.split(" "));
  let state = 13131313;
  const below = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const word = () => {
    const words = below(3) === 0 ? families[41 + below(8)]! : families[below(families.length)]!;
    const text = words[below(words.length)]!;
    return below(5) === 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  };
  const spoken = (words: readonly string[]) =>
    words.map((text) => text + (below(8) === 0 ? "" : " ")).join("");
  return Array.from({ length: count }, () => {
    const references = Array.from({ length: 1 + below(3) }, () =>
      Array.from({ length: below(20) }, word),
    );
    const candidate: string[] = [];
    for (const kept of references[0]!) {
      const choice = below(10);
      if (choice < 9) candidate.push(choice < 7 ? kept : word());
    }
    return { candidate: spoken(candidate), references: references.map(spoken) };
  });
}

const generated = generatePairs(reference.count);
const adversarial = reference.adversarial.map(
  ([candidate, references]) => ({ candidate, references }) as TextPair,
);

interface Recorded {
  readonly smooth_method?: string;
  readonly smooth_value?: number;
  readonly effective_order?: boolean;
  readonly max_ngram_order?: number;
}

function optionsOf({
  smooth_method,
  smooth_value,
  effective_order,
  max_ngram_order,
  ...options
}: Recorded): SacrebleuOptions {
  const smoothing = { smoothing: smooth_method, smoothingValue: smooth_value };
  const named = {
    ...options,
    ...smoothing,
    effectiveOrder: effective_order,
    order: max_ngram_order,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

describe("sacreBLEU agrees with sacrebleu", () => {
  test.each(reference.settings)(
    "corpus and segments with $options",
    ({ options: recorded, ...expected }) => {
      const options = optionsOf(recorded);
      for (const [pairs, { corpus }] of [
        [generated, expected.generated],
        [adversarial, expected.adversarial],
      ] as const) {
        const score = sacrebleu("pairs", options).prepare(pairs.map(sacrebleuMeter(options)))()!;
        expect(Math.abs(score - corpus)).toBeLessThan(tolerance);
      }
      const scores = generated
        .map(sacrebleuMeter(options))
        .map((item) => segmentSacrebleu(item, options));
      for (const [i, value] of expected.generated.sampled.entries())
        expect(Math.abs(scores[i * reference.step]! - value), `pair ${i}`).toBeLessThan(tolerance);
      expect(
        Math.abs(
          scores.reduce((sum, score) => sum + score ** 2, 0) / expected.generated.sumOfSquares - 1,
        ),
      ).toBeLessThan(tolerance);
      for (const [i, item] of adversarial.map(sacrebleuMeter(options)).entries())
        expect(
          Math.abs(segmentSacrebleu(item, options) - expected.adversarial.scores[i]!),
          adversarial[i]!.candidate,
        ).toBeLessThan(tolerance);
    },
  );

  test("a corpus of texts too short for four-grams cannot score", () => {
    for (const [[candidate, references], score] of reference.short as [
      [string, string[]],
      number,
    ][]) {
      const metric = sacrebleu("pairs");
      const evidence = [sacrebleuMeter()({ candidate, references })];
      expect(metric.prepare(evidence)()).toBeCloseTo(score, 9);
      expect(metric.ceiling!(evidence)).toBeCloseTo(score, 9);
    }
  });
});
