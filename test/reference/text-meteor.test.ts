import { existsSync, globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { readMeteorResources, readParaphrases } from "../../src/files/read-meteor-resources.ts";
import { meteor, segmentMeteor } from "../../src/metrics/text/meteor.ts";
import type { MeteorMatcher } from "../../src/metrics/text/meteor-matches.ts";
import { type MeteorMeterOptions, meteorMeter } from "../../src/metrics/text/meteor-measure.ts";
import { builtInFunctionWords, builtInPrefixes, type MeteorResources } from "../../src/metrics/text/meteor-resources.ts";
import { paraphraseTableBuilder } from "../../src/metrics/text/paraphrase-table.ts";
import type { TextPair } from "../../src/metrics/text/text-pair.ts";
import reference from "./text-meteor.json" with { type: "json" };

const tolerance = 1e-9;
const folder = fileURLToPath(new URL("./text-meteor", import.meta.url));
/** METEOR's own jar or its folder, which may not be redistributed here: named by VIDIMUS_METEOR_JAR, or in the benchmarks' Python environment. */
const official =
  process.env.VIDIMUS_METEOR_JAR ?? globSync(join(tmpdir(), "vidimus-peers/lib/python3*/site-packages/pycocoevalcap/meteor"))[0];

const variants: readonly { readonly name: "stem" | "synonym" | "paraphrase"; readonly matchers: readonly MeteorMatcher[] }[] = [
  { name: "stem", matchers: ["exact", "stem"] },
  { name: "synonym", matchers: ["exact", "stem", "synonym"] },
  { name: "paraphrase", matchers: ["exact", "stem", "synonym", "paraphrase"] },
];

async function allResources(place: string): Promise<MeteorResources> {
  const tables = await readMeteorResources(place);
  const builder = paraphraseTableBuilder();
  const name = await readParaphrases(tables.paraphrasesPath!, builder.add);
  return { ...tables, paraphrases: builder.build(name) };
}

function scoreAll(pairs: readonly TextPair[], options: MeteorMeterOptions) {
  const statistics = pairs.map(meteorMeter(options));
  return { corpus: meteor("pairs").prepare(statistics)()!, scores: statistics.map((item) => segmentMeteor(item)) };
}

function expectAgreement(expected: typeof reference.own.stem, options: MeteorMeterOptions): void {
  const adversarial = scoreAll(adversarialPairs, options);
  for (const [i, score] of adversarial.scores.entries())
    expect(score, adversarialPairs[i]!.candidate).toBeCloseTo(expected.adversarial.scores[i]!, 9);
  expect(Math.abs(adversarial.corpus - expected.adversarial.corpus)).toBeLessThan(tolerance);
  const generated = scoreAll(generatedPairs, options);
  expect(Math.abs(generated.corpus - expected.generated.corpus)).toBeLessThan(tolerance);
  const sampled = generated.scores.filter((_, i) => i % reference.step === 0);
  for (const [i, score] of sampled.entries())
    expect(Math.abs(score - expected.generated.sampled[i]!), `pair ${i * reference.step}`).toBeLessThan(tolerance);
  const squares = generated.scores.reduce((sum, score) => sum + score ** 2, 0);
  expect(Math.abs(squares / expected.generated.sumOfSquares - 1)).toBeLessThan(tolerance);
}

const lines = (name: string) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n");

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
    const references = Array.from({ length: 1 + Math.max(0, below(5) - 2) }, () => Array.from({ length: below(22) }, part));
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
const adversarialPairs = reference.adversarial.map(([candidate, references]) => ({ candidate, references }) as TextPair);

describe("METEOR agrees with the official jar", () => {
  describe("with lists, synonyms and paraphrases written for this test", () => {
    let resources: MeteorResources;
    beforeAll(async () => {
      resources = await allResources(folder);
    });

    test.each(variants)("by $name", ({ name, matchers }) => expectAgreement(reference.own[name], { matchers, resources }));

    test.each(reference.options)("all of them, called with $settings", ({ settings, ...expected }) => {
      const [, , beam] = settings;
      const normalize = settings.includes("-norm") ? "norm" : settings.includes("-lower") ? "lower" : "none";
      expectAgreement(expected, { resources, normalize, ...(beam !== undefined && { beam: Number(beam) }) });
    });

    test("which are the built-in lists, so the default agrees as well", () => {
      expect(resources.functionWords!.words).toEqual(builtInFunctionWords.words);
      expect(resources.prefixes!.kinds).toEqual(builtInPrefixes.kinds);
      expectAgreement(reference.own.stem, {});
    });
  });

  const missing = official === undefined || !existsSync(official);
  describe.skipIf(missing)(`with its own resources${missing ? " (skipped: VIDIMUS_METEOR_JAR names no meteor-1.5.jar)" : ""}`, () => {
    /** The table of paraphrases takes half a minute and a gigabyte, so it is read only where the jar was named. */
    const skipsParaphrases = process.env.VIDIMUS_METEOR_JAR === undefined;
    let resources: MeteorResources;
    beforeAll(async () => {
      resources = await (skipsParaphrases ? readMeteorResources(official!) : allResources(official!));
    }, 240_000);

    test.each(variants.slice(0, 2))("by $name", ({ name, matchers }) => expectAgreement(reference.official[name], { matchers, resources }));

    test.skipIf(skipsParaphrases)("by paraphrase (skipped unless VIDIMUS_METEOR_JAR is set)", () => {
      expectAgreement(reference.official.paraphrase, { resources });
    });

    const shared = new URL("../../../shared/data/text/", import.meta.url);
    test.skipIf(!existsSync(shared))("on 2,000 ActivityNet captions (skipped where ../shared/data is absent)", () => {
      const document = (name: string) => JSON.parse(readFileSync(new URL(name, shared), "utf8"));
      const { refs, hyps } = document("tokenised_pairs_val_1_first2000.json") as Record<string, Record<string, string[]>>;
      const expected = document("tokenised_pairs_val_1_first2000_expected.json").per_pair.METEOR_nopara as number[];
      const pairs = Object.keys(refs!).map((key) => ({ candidate: hyps![key]![0]!, references: refs![key]! }));
      const { corpus, scores } = scoreAll(pairs, { matchers: ["exact", "stem", "synonym"], resources });
      for (const [i, score] of scores.entries()) expect(Math.abs(score - expected[i]!)).toBeLessThan(tolerance);
      // What the jar answers; the expected file's .0944159 counts the chunks of pairs that match whole, which the jar leaves out.
      expect(Math.abs(corpus - 0.0944202887525044)).toBeLessThan(tolerance);
    });
  });
});
