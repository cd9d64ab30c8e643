import { signature } from "../../core/scores/signature.ts";
import { meteorAligner } from "./meteor-align.ts";
import { type MeteorMatcher, matchFinder, meteorMatchers } from "./meteor-matches.ts";
import type { MeteorNormalization } from "./meteor-normalize.ts";
import { builtInFunctionWords, builtInPrefixes, type MeteorResources } from "./meteor-resources.ts";
import { meteorColumns, meteorStatisticsAt } from "./meteor-rows.ts";
import {
  type MeteorParameters,
  type MeteorStatistics,
  meteorParameters,
  meteorScore,
} from "./meteor-score.ts";
import {
  emptyMeteorText,
  type MeteorText,
  type MeteorVocabulary,
  meteorVocabulary,
} from "./meteor-vocabulary.ts";
import type { PairedTexts } from "./packed-texts.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";
import type { WordInterner } from "./word-interner.ts";

export interface MeteorMeterOptions {
  /**
   * Which ways of matching are used; by default those for which there are resources. The order
   * does not matter.
   */
  readonly matchers?: readonly MeteorMatcher[];
  readonly resources?: MeteorResources;
  /** By which the best reference of several is found; should be those of the metric. */
  readonly parameters?: Partial<MeteorParameters>;
  /** What is done to the texts first; default `norm`, as coco-caption does. */
  readonly normalize?: MeteorNormalization;
  /** How many partial alignments are followed; default 40. Should be that of the metric. */
  readonly beam?: number;
}

/**
 * The matchers that the options lead to, in METEOR's order. One without its table is a RangeError.
 */
export function matchersOf({
  matchers,
  resources = {},
}: MeteorMeterOptions): readonly MeteorMatcher[] {
  const missing = {
    exact: false,
    stem: false,
    synonym: !resources.synonyms,
    paraphrase: !resources.paraphrases,
  };
  const wanted = matchers ?? meteorMatchers.filter((matcher) => !missing[matcher]);
  if (!wanted.includes("exact"))
    throw new RangeError(
      `matchers are ${wanted.join(", ") || "none"}, but "exact" must be among them`,
    );
  const lacking = wanted.find((matcher) => missing[matcher]);
  if (lacking)
    throw new RangeError(
      `the matcher "${lacking}" needs a table of ${lacking}s, but there is none among the resources`,
    );
  return meteorMatchers.filter((matcher) => wanted.includes(matcher));
}

/** The identity of a `meteorMeter`: which matchers, and which resources by name. */
export function meteorMeasureSignature(options: MeteorMeterOptions = {}, tokens = "given"): string {
  const matchers = matchersOf(options);
  const {
    functionWords = builtInFunctionWords,
    prefixes = builtInPrefixes,
    synonyms,
    paraphrases,
  } = options.resources ?? {};
  return signature("meteor-statistics", 1, {
    functionWords: functionWords.name,
    language: "en",
    matchers: matchers.join("+"),
    normalize:
      (options.normalize ?? "norm") === "norm" ? `meteor-1.5,${prefixes.name}` : options.normalize!,
    references: `best-by-${Object.values({ ...meteorParameters, ...options.parameters })
      .flat()
      .join("/")}`,
    tokens,
    ...(matchers.includes("synonym") && { synonyms: synonyms!.name }),
    ...(matchers.includes("paraphrase") && { paraphrases: paraphrases!.name }),
  });
}

/**
 * Aligns a candidate with each of its references and keeps the counts of the one that scores best,
 * the first of equals. Unless told otherwise texts are normalised as METEOR does with `-norm`, so
 * tokens and plain text both work. One meter measures any number of pairs and remembers the words
 * it has seen.
 */
export function meteorMeter(
  options: MeteorMeterOptions = {},
): (pair: TextPair) => MeteorStatistics {
  const parameters = { ...meteorParameters, ...options.parameters };
  const vocabulary = meteorVocabulary(
    options.resources ?? {},
    options.normalize ? { normalize: options.normalize } : {},
  );
  const [candidate, reference] = [emptyMeteorText(), emptyMeteorText()];
  const count = meteorCounter(vocabulary, options);
  return (pair) => {
    assertReferences(pair);
    vocabulary.read(pair.candidate, candidate);
    let best: MeteorStatistics | undefined;
    let bestScore = -1;
    for (const text of pair.references) {
      vocabulary.read(text, reference);
      const statistics = meteorStatisticsAt(count(candidate, reference), 0);
      const score = pair.references.length === 1 ? 0 : meteorScore(statistics, parameters);
      if (score <= bestScore) continue;
      best = statistics;
      bestScore = score;
    }
    return best!;
  };
}

/**
 * The same for packed texts of these words, with one reference each, by their numbers: a row of
 * `meteorColumns`, which the next call overwrites.
 */
export function packedMeteorMeter(
  words: WordInterner,
  options: MeteorMeterOptions = {},
): (texts: PairedTexts, candidate: number, reference: number) => Float64Array {
  const { resources = {}, normalize = "norm" } = options;
  const vocabulary = meteorVocabulary(resources, { tokens: words, normalize });
  const [own, other] = [emptyMeteorText(), emptyMeteorText()];
  const count = meteorCounter(vocabulary, options);
  return ({ candidates, references }, candidate, reference) => {
    vocabulary.readPacked(candidates, candidate, own);
    vocabulary.readPacked(references, reference, other);
    return count(own, other);
  };
}

/** Aligns two texts and counts into a row of `meteorColumns`, which the next call overwrites. */
function meteorCounter(vocabulary: MeteorVocabulary, options: MeteorMeterOptions) {
  const { resources = {} } = options;
  const find = matchFinder({
    vocabulary,
    matchers: new Set(matchersOf(options)),
    paraphrases: resources.paraphrases,
  });
  const align = meteorAligner(options.beam);
  const row = new Float64Array(meteorColumns.count);

  function functionWordCount({ words, length }: MeteorText): number {
    const { isFunctionWord } = vocabulary.words;
    let count = 0;
    for (let i = 0; i < length; i++) count += isFunctionWord[words[i]!]!;
    return count;
  }

  /** Adds the words of a match on one side to the columns of its matcher. */
  function countWords(words: Int32Array, { start, length }: Span, columns: SideColumns): void {
    const { isFunctionWord } = vocabulary.words;
    for (let i = start; i < start + length; i++)
      row[isFunctionWord[words[i]!] === 1 ? columns.function : columns.content]!++;
  }

  return (candidate: MeteorText, reference: MeteorText): Float64Array => {
    const matches = find(candidate, reference);
    const chosen = align(matches, candidate.length, reference.length);
    const { matcher, start, length, candidateStart, candidateLength } = matches;
    row.fill(0);
    row[meteorColumns.candidateLength] = candidate.length;
    row[meteorColumns.referenceLength] = reference.length;
    row[meteorColumns.candidateFunctionWords] = functionWordCount(candidate);
    row[meteorColumns.referenceFunctionWords] = functionWordCount(reference);
    let lastEnd = -1;
    for (let j = 0; j < reference.length; ) {
      const match = chosen[j]!;
      if (match < 0) {
        lastEnd = -1;
        j++;
        continue;
      }
      const kind = matcher[match]!;
      const [own, others] = [candidateStart[match]!, start[match]!];
      countWords(
        candidate.words,
        { start: own, length: candidateLength[match]! },
        {
          content: meteorColumns.candidateContent + kind,
          function: meteorColumns.candidateFunction + kind,
        },
      );
      countWords(
        reference.words,
        { start: others, length: length[match]! },
        {
          content: meteorColumns.referenceContent + kind,
          function: meteorColumns.referenceFunction + kind,
        },
      );
      if (lastEnd !== own) row[meteorColumns.chunks]!++;
      lastEnd = own + candidateLength[match]!;
      j = others + length[match]!;
    }
    return row;
  };
}

interface Span {
  readonly start: number;
  readonly length: number;
}

interface SideColumns {
  readonly content: number;
  readonly function: number;
}
