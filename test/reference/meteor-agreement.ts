import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { meteor, segmentMeteor } from "../../src/metrics/text/meteor.ts";
import type { MeteorMatcher } from "../../src/metrics/text/meteor-matches.ts";
import { type MeteorMeterOptions, meteorMeter } from "../../src/metrics/text/meteor-measure.ts";
import type { MeteorResources } from "../../src/metrics/text/meteor-resources.ts";
import { paraphraseTableBuilder } from "../../src/metrics/text/paraphrase-table.ts";
import type { TextPair } from "../../src/metrics/text/text-pair.ts";
import { readMeteorResources, readParaphrases } from "../../src/resources/read-meteor-resources.ts";
import reference from "./text-meteor.json" with { type: "json" };

const tolerance = 1e-9;
/** Lists, synonyms and paraphrases written for this test. */
export const ownMeteorResources: string = fileURLToPath(new URL("./text-meteor", import.meta.url));

export const meteorVariants: readonly {
  readonly name: "stem" | "synonym" | "paraphrase";
  readonly matchers: readonly MeteorMatcher[];
}[] = [
  { name: "stem", matchers: ["exact", "stem"] },
  { name: "synonym", matchers: ["exact", "stem", "synonym"] },
  { name: "paraphrase", matchers: ["exact", "stem", "synonym", "paraphrase"] },
];

/** With its paraphrases; METEOR's own table takes half a minute and a gigabyte. */
export async function allMeteorResources(place: string): Promise<MeteorResources> {
  const tables = await readMeteorResources(place);
  const builder = paraphraseTableBuilder();
  const name = await readParaphrases(tables.paraphrasesPath!, builder.add);
  return { ...tables, paraphrases: builder.build(name) };
}

interface MeteorScores {
  readonly corpus: number;
  readonly scores: readonly number[];
}

export function meteorScores(
  pairs: readonly TextPair[],
  options: MeteorMeterOptions,
): MeteorScores {
  const statistics = pairs.map(meteorMeter(options));
  return {
    corpus: meteor("pairs").prepare(statistics)()!,
    scores: statistics.map((item) => segmentMeteor(item)),
  };
}

/** Expects what the jar answered on adversarial pairs, and on generated ones. */
export function expectMeteorAgreement(
  expected: typeof reference.own.stem,
  options: MeteorMeterOptions,
): void {
  const adversarial = meteorScores(adversarialPairs, options);
  for (const [i, score] of adversarial.scores.entries())
    expect(score, adversarialPairs[i]!.candidate).toBeCloseTo(expected.adversarial.scores[i]!, 9);
  expect(Math.abs(adversarial.corpus - expected.adversarial.corpus)).toBeLessThan(tolerance);
  const generated = meteorScores(generatedPairs, options);
  expect(Math.abs(generated.corpus - expected.generated.corpus)).toBeLessThan(tolerance);
  const sampled = generated.scores.filter((_, i) => i % reference.step === 0);
  for (const [i, score] of sampled.entries())
    expect(
      Math.abs(score - expected.generated.sampled[i]!),
      `pair ${i * reference.step}`,
    ).toBeLessThan(tolerance);
  const squares = generated.scores.reduce((sum, score) => sum + score ** 2, 0);
  expect(Math.abs(squares / expected.generated.sumOfSquares - 1)).toBeLessThan(tolerance);
}

const lines = (name: string) =>
  readFileSync(join(ownMeteorResources, name), "utf8").trimEnd().split("\n");

/** The same pairs as `generated_pairs` in text-meteor.py. */
function generatePairs(count: number): TextPair[] {
  const families = lines("words.txt").map((line) => line.split(" "));
  const phrases = lines("phrases.txt").map((line) => line.split("|"));
  let state = 20261115;
  const below = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  type Part = readonly [words: readonly string[], at: number];
  const part = (): Part => {
    const choice = below(12);
    if (choice === 0) return [phrases[below(phrases.length)]!, below(2)];
    const words = choice < 5 ? families[41 + below(6)]! : families[below(families.length)]!;
    return [words, below(words.length)];
  };
  const spoken = (parts: readonly Part[]) => parts.map(([words, at]) => words[at]!).join(" ");
  return Array.from({ length: count }, () => {
    const references = Array.from({ length: 1 + Math.max(0, below(5) - 2) }, () =>
      Array.from({ length: below(22) }, part),
    );
    const candidate: Part[] = [];
    for (const [words, at] of references[0]!) {
      const choice = below(10);
      if (choice < 5) candidate.push([words, at]);
      else if (choice < 7) candidate.push([words, below(words.length)]);
      else if (choice === 7) candidate.push(part());
      else if (choice === 8) candidate.splice(Math.max(0, candidate.length - 3), 0, [words, at]);
    }
    return { candidate: spoken(candidate), references: references.map(spoken) };
  });
}

const generatedPairs = generatePairs(reference.count);
const adversarialPairs = reference.adversarial.map(
  ([candidate, references]) => ({ candidate, references }) as TextPair,
);
