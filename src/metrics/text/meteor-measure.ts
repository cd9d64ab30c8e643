import { signature } from "../../core/signature.ts";
import { meteorAligner } from "./meteor-align.ts";
import { type MeteorMatcher, type MeteorMatches, matchFinder, meteorMatchers } from "./meteor-matches.ts";
import { builtInFunctionWords, builtInPrefixes, type MeteorResources } from "./meteor-resources.ts";
import { type MeteorParameters, type MeteorStatistics, meteorParameters, meteorScore } from "./meteor-score.ts";
import { type MeteorWord, meteorVocabulary } from "./meteor-vocabulary.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";

export interface MeteorMeterOptions {
  /** Which ways of matching are used; those for which there are resources unless told. The order does not matter. */
  readonly matchers?: readonly MeteorMatcher[];
  readonly resources?: MeteorResources;
  /** By which the best reference of several is found; should be those of the metric. */
  readonly parameters?: Partial<MeteorParameters>;
}

/** The matchers that the options lead to, in METEOR's order. One without its table is a RangeError. */
function matchersOf({ matchers, resources = {} }: MeteorMeterOptions): readonly MeteorMatcher[] {
  const missing = { exact: false, stem: false, synonym: !resources.synonyms, paraphrase: !resources.paraphrases };
  const wanted = matchers ?? meteorMatchers.filter((matcher) => !missing[matcher]);
  if (!wanted.includes("exact")) throw new RangeError(`matchers are ${wanted.join(", ") || "none"}, but "exact" must be among them`);
  const lacking = wanted.find((matcher) => missing[matcher]);
  if (lacking) throw new RangeError(`the matcher "${lacking}" needs a table of ${lacking}s, but there is none among the resources`);
  return meteorMatchers.filter((matcher) => wanted.includes(matcher));
}

/** The identity of a `meteorMeter`: which matchers, and which resources by name. */
export function meteorMeasureSignature(options: MeteorMeterOptions = {}, tokens = "given"): string {
  const matchers = matchersOf(options);
  const { functionWords = builtInFunctionWords, prefixes = builtInPrefixes, synonyms, paraphrases } = options.resources ?? {};
  return signature("meteor-statistics", 1, {
    functionWords: functionWords.name,
    language: "en",
    matchers: matchers.join("+"),
    normalize: `meteor-1.5,${prefixes.name}`,
    references: `best-by-${Object.values({ ...meteorParameters, ...options.parameters })
      .flat()
      .join("/")}`,
    tokens,
    ...(matchers.includes("synonym") && { synonyms: synonyms!.name }),
    ...(matchers.includes("paraphrase") && { paraphrases: paraphrases!.name }),
  });
}

/**
 * Aligns a candidate with each of its references and keeps the counts of the one that scores best, the first of equals. Texts are normalised as METEOR
 * does with `-norm`, so tokens and plain text both work. One meter measures any number of pairs and remembers the words it has seen.
 */
export function meteorMeter(options: MeteorMeterOptions = {}): (pair: TextPair) => MeteorStatistics {
  const { resources = {} } = options;
  const parameters = { ...meteorParameters, ...options.parameters };
  const wordsOf = meteorVocabulary(resources);
  const find = matchFinder({ matchers: new Set(matchersOf(options)), paraphrases: resources.paraphrases });
  const align = meteorAligner();
  return (pair) => {
    assertReferences(pair);
    const candidate = wordsOf(pair.candidate);
    let best: MeteorStatistics | undefined;
    let bestScore = -1;
    for (const text of pair.references) {
      const reference = wordsOf(text);
      const matches = find(candidate, reference);
      const statistics = statisticsOf(candidate, reference, { matches, chosen: align(matches, candidate.length, reference.length) });
      const score = pair.references.length === 1 ? 0 : meteorScore(statistics, parameters);
      if (score <= bestScore) continue;
      best = statistics;
      bestScore = score;
    }
    return best!;
  };
}

interface Aligned {
  readonly matches: MeteorMatches;
  /** The match that begins at each word of the reference; −1 for none. */
  readonly chosen: Int32Array;
}

function statisticsOf(candidate: readonly MeteorWord[], reference: readonly MeteorWord[], aligned: Aligned): MeteorStatistics {
  const counts = {
    candidateContent: [0, 0, 0, 0],
    referenceContent: [0, 0, 0, 0],
    candidateFunction: [0, 0, 0, 0],
    referenceFunction: [0, 0, 0, 0],
  };
  const { matcher, start, length, candidateStart, candidateLength } = aligned.matches;
  let chunks = 0;
  let lastEnd = -1;
  for (let j = 0; j < reference.length; ) {
    const match = aligned.chosen[j]!;
    if (match < 0) {
      lastEnd = -1;
      j++;
      continue;
    }
    const kind = matcher[match]!;
    const [own, others] = [candidateStart[match]!, start[match]!];
    for (let i = 0; i < candidateLength[match]!; i++)
      (candidate[own + i]!.isFunctionWord ? counts.candidateFunction : counts.candidateContent)[kind]!++;
    for (let i = 0; i < length[match]!; i++)
      (reference[others + i]!.isFunctionWord ? counts.referenceFunction : counts.referenceContent)[kind]!++;
    if (lastEnd !== own) chunks++;
    lastEnd = own + candidateLength[match]!;
    j = others + length[match]!;
  }
  return {
    ...{ candidateLength: candidate.length, referenceLength: reference.length },
    ...{ candidateFunctionWords: functionWordCount(candidate), referenceFunctionWords: functionWordCount(reference) },
    ...counts,
    chunks,
  };
}

function functionWordCount(words: readonly MeteorWord[]): number {
  let count = 0;
  for (const { isFunctionWord } of words) if (isFunctionWord) count++;
  return count;
}
