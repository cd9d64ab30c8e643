import type { CorpusMetric, Score } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, textOffer } from "../metric-declaration.ts";
import { choiceOption } from "../metric-option.ts";
import { bleuMeter, type ReferenceLength, referenceLengths } from "./bleu-measure.ts";
import {
  type BleuStatistics,
  bleuColumns,
  bleuScore,
  packBleuStatistics,
  perfectBleuStatistics,
  segmentScores,
} from "./bleu-rows.ts";
import { maxOrder } from "./ngram-interner.ts";
import { tokensOf } from "./scored-texts.ts";
import { orderOption, tokenizedWords } from "./text-options.ts";

export interface BleuOptions {
  /** Longest n-gram, 1 to 4; default 4. */
  readonly order?: number;
  /**
   * By which the measure took the length of several references; default `closest`, as
   * coco-caption does.
   */
  readonly referenceLength?: ReferenceLength;
}

/**
 * BLEU over a corpus as in coco-caption (Papineni et al., 2002; Chen et al., 2015,
 * arXiv:1504.00325): geometric mean of the clipped n-gram precisions of the summed counts, times
 * exp(1 − r/c) where the candidates are shorter. To every numerator 1e-15 is added and to every
 * denominator 1e-9, so a perfect corpus scores 1 − O(1e-9). Not the mean of the segments' scores.
 * Checked with pycocoevalcap 1.2.
 */
export function bleu(
  measure: string,
  { order = 4, referenceLength = "closest" }: BleuOptions = {},
): CorpusMetric<BleuStatistics> {
  assertOrder(order);
  return {
    id: `bleu-${order}`,
    title: `BLEU-${order}`,
    signature: signature("bleu-coco", 1, {
      order,
      referenceLength,
      smoothing: "1e-15/1e-9",
      scale: 1,
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    ceiling: (evidence) =>
      bleuScore(packBleuStatistics(Array.from(evidence, perfectBleuStatistics)), (sums) =>
        bleuOfSums(sums, order),
      )() ?? 1,
    prepare: (evidence) =>
      bleuScore(packBleuStatistics(evidence), (sums) => bleuOfSums(sums, order)),
  };
}

/** Corpus and segments' scores of all orders from 1 to 4 out of one packing. */
export function bleuScores(
  evidence: Iterable<BleuStatistics>,
): readonly { readonly score: Score; segments(): Float64Array }[] {
  const rows = packBleuStatistics(evidence);
  return Array.from({ length: maxOrder }, (_, n) => {
    const scoreOfOrder = (sums: Float64Array) => bleuOfSums(sums, n + 1);
    return {
      score: bleuScore(rows, scoreOfOrder),
      segments: () => segmentScores(rows, scoreOfOrder),
    };
  });
}

const tiny = 1e-15;
const small = 1e-9;

function assertOrder(order: number): void {
  if (!Number.isInteger(order) || order < 1 || order > maxOrder)
    throw new RangeError(`order is ${order}, but it must be 1, 2, 3 or 4`);
}

/** BLEU of order N out of summed `bleuColumns`. */
export function bleuOfSums(sums: Float64Array, order: number): number {
  let product = 1;
  for (let n = 0; n < order; n++)
    product *= (sums[bleuColumns.matches + n]! + tiny) / (sums[bleuColumns.ngrams + n]! + small);
  const ratio =
    (sums[bleuColumns.candidateLength]! + tiny) / (sums[bleuColumns.referenceLength]! + small);
  return product ** (1 / order) * (ratio < 1 ? Math.exp(1 - 1 / ratio) : 1);
}

const ordersOption = {
  ...orderOption,
  default: "1,2,3,4",
  meaning:
    "The longest n-gram, 1 to 4, or several; captioning and dialogue papers report all four. Translation uses sacreBLEU instead.",
};

const referenceLengthOption = choiceOption(
  {
    name: "referenceLength",
    default: "closest",
    meaning:
      "Which length of several references the candidate's is compared with: closest (coco-caption, sacreBLEU), shortest (NIST's mteval), average.",
  },
  referenceLengths,
);

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "bleu",
    group: "text",
    title: "BLEU-1 to BLEU-4",
    options: [ordersOption, referenceLengthOption, tokenizedWords],
    page: () => ({
      definition:
        "BLEU as in coco-caption. Clipped n-gram matches and n-grams of the candidates are summed over all segments; BLEU-N is the geometric mean of the precisions for n = 1 to N, times a penalty where the candidates together are shorter than their closest references (the shorter of two equally close). Several references: an n-gram may match as often as in the reference that has it most. To numerators 1e-15 and to denominators 1e-9 is added, so .55 becomes .5499999999725, and an order without matches makes the score tiny, not zero. Not the mean of the segments' scores.",
      formula: "BLEU-N = exp(min(0, 1 − r/c)) · (∏ₙ (matchesₙ + 1e-15) / (ngramsₙ + 1e-9))^(1/N)",
      citation:
        "Papineni et al., 2002, BLEU; Chen et al., 2015, Microsoft COCO Captions, arXiv:1504.00325.",
      checkedAgainst:
        "pycocoevalcap 1.2, corpus and per segment, on 6 000 generated pairs with one to three references, adversarial ones and 2 000 ActivityNet captions, by closest, shortest and average length, to 1e-9; nlg-eval's published figures.",
      edgeCases:
        "An empty candidate counts as zero words. A segment's score is the corpus formula on its counts alone. Where every reference is shorter than N words BLEU-N stays near zero even for a perfect system: the ceiling says so.",
      signatures: [bleu("").signature, ...[1, 2, 3].map((order) => bleu("", { order }).signature)],
    }),
    offers: [
      textOffer({
        id: "bleu",
        title: "BLEU-1 to 4, coco-caption",
        reads: "tokens",
        options: [ordersOption, referenceLengthOption],
        create({ order: orders = [1, 2, 3, 4], referenceLength = "closest" }, { isTokenized }) {
          const { tokens, prepare } = tokensOf(isTokenized);
          const measure = signature("bleu-statistics", 1, { maxOrder: 4, referenceLength, tokens });
          const metrics = orders.map((order) => bleu(measure, { order, referenceLength }));
          return (pairs) => {
            const meter = bleuMeter(referenceLength);
            const evidence = Array.from(pairs, (pair) => meter(prepare(pair)));
            const all = bleuScores(evidence);
            return metrics.map((metric, i) => ({
              metric,
              ...all[orders[i]! - 1]!,
              ceiling: () => metric.ceiling?.(evidence) ?? metric.best,
            }));
          };
        },
      }),
    ],
  },
];
