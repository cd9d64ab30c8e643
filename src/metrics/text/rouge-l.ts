import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, textOffer } from "../metric-declaration.ts";
import { numberOption } from "../metric-option.ts";
import { sampleMetric } from "../sample-metric.ts";
import { scoredTexts, tokensOf } from "./scored-texts.ts";
import { tokenizedWords } from "./text-options.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";
import { wordInterner } from "./word-interner.ts";

export interface RougeLOptions {
  /** How much more recall counts than precision; default 1.2. */
  readonly beta?: number;
}

/** What ROUGE-L reads of one segment. */
export interface HasLongestCommon {
  /** Best share of the candidate's words in a common subsequence with a reference. */
  readonly precision: number;
  /** Best share of a reference's words, not necessarily the same reference. */
  readonly recall: number;
}

/**
 * ROUGE-L as in coco-caption (Lin, 2004; Chen et al., 2015, arXiv:1504.00325): F of the best
 * precision and the best recall of a longest common subsequence, taken over the references
 * separately; mean over segments. Checked with pycocoevalcap 1.2.
 */
export function rougeL(
  measure: string,
  { beta = 1.2 }: RougeLOptions = {},
): SampleMetric<HasLongestCommon> {
  if (!(beta > 0)) throw new RangeError(`beta is ${beta}, but it must be above 0`);
  return sampleMetric({
    id: "rouge-l",
    title: "ROUGE-L",
    signature: signature("rouge-l-coco", 1, {
      beta,
      references: "best-precision-and-best-recall",
      scale: 1,
    }),
    measure,
    kind: "mean",
    best: 1,
    worst: 0,
    value: ({ precision, recall }) =>
      precision === 0 || recall === 0
        ? 0
        : ((1 + beta ** 2) * precision * recall) / (recall + beta ** 2 * precision),
  });
}

/**
 * Measures any number of pairs with one set of buffers. Tokens are what stands between single
 * spaces, so an empty text has one empty token, which matches another empty text.
 */
export function rougeLMeter(): (pair: TextPair) => HasLongestCommon {
  const words = wordInterner();
  let masks = new Int32Array(1 << 12);
  return (pair) => {
    assertReferences(pair);
    const candidate = words.splitAtSpaces(pair.candidate);
    const places = pair.references.length > 1 ? candidate.slice() : candidate;
    const blocks = Math.ceil(places.length / 32);
    let precision = 0;
    let recall = 0;
    for (const reference of pair.references) {
      const others = words.splitAtSpaces(reference);
      if (words.size * blocks > masks.length) masks = new Int32Array(2 * words.size * blocks);
      for (let i = 0; i < places.length; i++)
        masks[places[i]! * blocks + (i >>> 5)]! |= 1 << (i & 31);
      const common =
        blocks === 1 ? shortLongestCommon(others, masks) : longestCommon(others, masks, blocks);
      for (let i = 0; i < places.length; i++) masks[places[i]! * blocks + (i >>> 5)] = 0;
      precision = Math.max(precision, common / places.length);
      recall = Math.max(recall, common / others.length);
    }
    return { precision, recall };
  };
}

/**
 * `longestCommon` for a candidate of at most 32 words, as nearly all captions are: one register, no
 * array.
 */
function shortLongestCommon(others: Int32Array, masks: Int32Array): number {
  let row = -1;
  for (let i = 0; i < others.length; i++) {
    const taken = row & masks[others[i]!]!;
    row = (row + taken) | (row & ~taken);
  }
  return bitCount(~row);
}

/**
 * Length of the longest common subsequence, 32 words of the candidate at a time (Hyyrö, 2004,
 * "Bit-parallel LCS-length computation revisited"): `masks` holds the places of each word, one bit
 * per place, `blocks` times 32 of them per word.
 */
function longestCommon(others: Int32Array, masks: Int32Array, blocks: number): number {
  const row = new Int32Array(blocks).fill(-1);
  for (const word of others) {
    let carry = 0;
    for (let block = 0; block < blocks; block++) {
      const before = row[block]!;
      const taken = before & masks[word * blocks + block]!;
      const sum = (before >>> 0) + (taken >>> 0) + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      row[block] = sum | 0 | (before & ~taken);
    }
  }
  let zeros = 0;
  for (const bits of row) zeros += bitCount(~bits);
  return zeros;
}

function bitCount(bits: number): number {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const betaOption = numberOption(
  {
    name: "beta",
    default: "1.2",
    isOwn: true,
    meaning:
      "How much more recall counts than precision. coco-caption uses 1.2; the paper lets recall alone count for summaries.",
  },
  { least: 0 },
);

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "rouge-l",
    group: "text",
    title: "ROUGE-L",
    options: [betaOption, tokenizedWords],
    page: () => ({
      definition:
        "ROUGE-L as in coco-caption: from the longest common subsequence of words with each reference, the best share of the candidate's words (precision) and the best share of a reference's words (recall), not necessarily of the same reference; their weighted F; mean over segments.",
      formula: "F = (1 + β²)·P·R / (R + β²·P), P = max_r LCS/|candidate|, R = max_r LCS/|r|",
      citation: "Lin, 2004, ROUGE; Chen et al., 2015, arXiv:1504.00325.",
      checkedAgainst:
        "pycocoevalcap 1.2, corpus and per segment, on 6 000 generated pairs with one to three references, adversarial ones and 2 000 ActivityNet captions, to 1e-9; nlg-eval's published figures.",
      edgeCases:
        "Tokens are what stands between single spaces, so an empty text has one empty token, which matches another empty text. Without a common word 0.",
      signatures: [rougeL("").signature],
    }),
    offers: [
      textOffer({
        id: "rouge-l",
        title: "ROUGE-L, coco-caption",
        reads: "tokens",
        options: [betaOption],
        create({ beta }, { isTokenized }) {
          const { tokens, prepare } = tokensOf(isTokenized);
          const measure = signature("rouge-l-statistics", 1, {
            references: "best-precision-and-best-recall",
            tokens,
          });
          const metric = rougeL(measure, beta === undefined ? {} : { beta });
          return (pairs) => {
            const meter = rougeLMeter();
            const evidence = Array.from(pairs, (pair) => meter(prepare(pair)));
            return [
              scoredTexts(metric, evidence, () =>
                Float64Array.from(evidence, (item) => metric.value(item) ?? 0),
              ),
            ];
          };
        },
      }),
    ],
  },
];
