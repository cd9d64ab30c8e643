import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, textOffer } from "../metric-declaration.ts";
import { choiceOption, numberOption, switchOption } from "../metric-option.ts";
import { bleuMeter } from "./bleu-measure.ts";
import {
  type BleuStatistics,
  bleuColumns,
  bleuScore,
  packBleuStatistics,
  perfectBleuStatistics,
} from "./bleu-rows.ts";
import { maxOrder } from "./ngram-interner.ts";
import { type SacrebleuTokenizer, sacrebleuTokenize } from "./sacrebleu-tokenize.ts";
import { scoredTexts } from "./scored-texts.ts";
import { orderOption, singleOrder } from "./text-options.ts";
import type { TextPair } from "./text-pair.ts";

/**
 * What stands for a precision of zero: half, a quarter, … of one match; a fixed number of matches;
 * one added to all counts; or zero.
 */
export type SacrebleuSmoothing = "exp" | "floor" | "add-k" | "none";

export interface SacrebleuOptions {
  /** Default: `13a`. */
  readonly tokenize?: SacrebleuTokenizer;
  /** Whether case is ignored; default false. */
  readonly lowercase?: boolean;
  /** Default: `exp`. */
  readonly smoothing?: SacrebleuSmoothing;
  /** Default: 0.1 for `floor`, 1 for `add-k`; the others have none. */
  readonly smoothingValue?: number;
  /**
   * Whether orders longer than every candidate are left out; by default false for a corpus and
   * true for a segment, as in sacreBLEU.
   */
  readonly effectiveOrder?: boolean;
  /** The longest n-gram, 1 to 4; default 4. */
  readonly order?: number;
}

/**
 * BLEU as in sacreBLEU 2 (Post, 2018, "A Call for Clarity in Reporting BLEU Scores"), from 0 to
 * 100: geometric mean of the clipped n-gram precisions of the summed counts, n = 1 to `order`,
 * times exp(1 − r/c) where the candidates are shorter than the closest references. Checked with
 * sacrebleu 2.6.0.
 */
export function sacrebleu(
  measure: string,
  options: SacrebleuOptions = {},
): CorpusMetric<BleuStatistics> {
  const settings = settingsOf(options, false);
  return {
    id: "sacrebleu",
    title: "sacreBLEU",
    signature: signature("sacrebleu", 1, {
      case: options.lowercase ? "lower" : "mixed",
      effectiveOrder: settings.effectiveOrder,
      order: settings.order,
      referenceLength: "closest",
      scale: 100,
      smoothing:
        settings.value === undefined
          ? settings.smoothing
          : `${settings.smoothing}[${settings.value}]`,
      tokenize: options.tokenize ?? "13a",
    }),
    measure,
    kind: "corpus",
    best: 100,
    worst: 0,
    ceiling: (evidence) =>
      bleuScore(packBleuStatistics(Array.from(evidence, perfectBleuStatistics)), (sums) =>
        scoreOf(sums, settings),
      )() ?? 100,
    prepare: (evidence) =>
      bleuScore(packBleuStatistics(evidence), (sums) => scoreOf(sums, settings)),
  };
}

/** sacreBLEU of one segment. */
export function segmentSacrebleu(
  statistics: BleuStatistics,
  options: SacrebleuOptions = {},
): number {
  return scoreOf(packBleuStatistics([statistics]), settingsOf(options, true));
}

/** Counts the n-grams of plain text; `tokenize` and `lowercase` of the options apply. */
export function sacrebleuMeter({
  tokenize = "13a",
  lowercase = false,
}: SacrebleuOptions = {}): (pair: TextPair) => BleuStatistics {
  const meter = bleuMeter();
  const prepared = (text: string) =>
    sacrebleuTokenize(lowercase ? text.toLowerCase() : text, tokenize);
  return ({ candidate, references }) =>
    meter({ candidate: prepared(candidate), references: references.map(prepared) });
}

/** The identity of a `sacrebleuMeter`. */
export function sacrebleuMeasureSignature({
  tokenize = "13a",
  lowercase = false,
}: SacrebleuOptions = {}): string {
  return signature("bleu-statistics", 1, {
    case: lowercase ? "lower" : "mixed",
    maxOrder,
    referenceLength: "closest",
    tokens: tokenize,
  });
}

interface Settings {
  readonly smoothing: SacrebleuSmoothing;
  readonly value: number | undefined;
  readonly effectiveOrder: boolean;
  readonly order: number;
}

const usualValues: Readonly<Record<SacrebleuSmoothing, number | undefined>> = {
  exp: undefined,
  floor: 0.1,
  "add-k": 1,
  none: undefined,
};

function settingsOf(options: SacrebleuOptions, isSegment: boolean): Settings {
  const { smoothing = "exp", smoothingValue, effectiveOrder, order = maxOrder } = options;
  if (!Number.isInteger(order) || order < 1 || order > maxOrder)
    throw new RangeError(`order is ${order}, but it must be 1, 2, 3 or 4`);
  if (!(smoothing in usualValues))
    throw new RangeError(`smoothing is ${smoothing}, but it must be exp, floor, add-k or none`);
  const usual = usualValues[smoothing];
  if (usual === undefined && smoothingValue !== undefined)
    throw new RangeError(`smoothing ${smoothing} has no value, but ${smoothingValue} was given`);
  if (smoothingValue !== undefined && !(smoothingValue > 0))
    throw new RangeError(`smoothingValue is ${smoothingValue}, but it must be above 0`);
  return {
    smoothing,
    value: smoothingValue ?? usual,
    effectiveOrder: effectiveOrder ?? isSegment,
    order,
  };
}

function scoreOf(
  sums: Float64Array,
  { smoothing, value = 0, effectiveOrder, order }: Settings,
): number {
  const { matches, ngrams, candidateLength, referenceLength } = bleuColumns;
  if (!sums.subarray(matches, matches + order).some((count) => count > 0)) return 0;
  let logarithms = 0;
  let orders = 0;
  let halved = 1;
  for (let n = 0; n < order; n++) {
    const added = smoothing === "add-k" && n > 0 ? value : 0;
    const correct = sums[matches + n]! + added;
    const total = sums[ngrams + n]! + added;
    if (total === 0) break;
    orders++;
    if (correct === 0 && smoothing === "exp") halved *= 2;
    const smoothed = smoothing === "exp" ? 1 / halved : smoothing === "floor" ? value : 0;
    logarithms += Math.log((correct > 0 ? correct : smoothed) / total);
  }
  if (orders < order && !effectiveOrder) return 0;
  const ratio = sums[referenceLength]! / sums[candidateLength]!;
  return 100 * Math.exp(logarithms / orders) * (ratio > 1 ? Math.exp(1 - ratio) : 1);
}

const options = [
  choiceOption(
    {
      name: "tokenize",
      default: "13a",
      keys: ["tokens"],
      otherFlags: { "-tok": null },
      meaning:
        "13a is the default of sacreBLEU and of translation tasks; intl splits punctuation of any script; none takes what stands between spaces.",
    },
    ["13a", "intl", "none"],
  ),
  switchOption({
    name: "lowercase",
    default: "false",
    keys: ["case"],
    otherFlags: { "-lc": "true" },
    meaning: "Whether case is ignored.",
  }),
  choiceOption(
    {
      name: "smoothing",
      default: "exp",
      otherFlags: { "--smooth-method": null },
      meaning:
        "What stands for zero matches of an order: exp takes 1/2, 1/4, … (mteval), floor a fixed number, add-k adds to matches and n-grams of orders above 1, none leaves the score at 0.",
    },
    ["exp", "floor", "add-k", "none"],
  ),
  numberOption(
    {
      name: "smoothingValue",
      default: "0.1 or 1",
      keys: ["smoothing"],
      otherFlags: { "--smooth-value": null },
      meaning: "The number that the smoothing floor (0.1) or add-k (1) uses.",
    },
    { isAboveZero: true },
  ),
  switchOption({
    name: "effectiveOrder",
    default: "false",
    meaning:
      "Whether orders that no candidate is long enough for are left out instead of making the score 0; they always are in scores of single segments.",
  }),
  orderOption,
] as const;

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "sacrebleu",
    group: "text",
    title: "sacreBLEU",
    options: [...options],
    page: () => ({
      definition:
        "BLEU on plain text with tokens made here: clipped n-gram matches and n-grams of the candidates are summed over all segments for n = 1 to order; the geometric mean of the precisions, times a penalty where the candidates together are shorter than their closest references. Several references: an n-gram may match as often as in the reference that has it most. From 0 to 100. The score of a segment leaves out orders for which it is too short.",
      formula: "100 · exp(min(0, 1 − r/c)) · (∏ₙ matchesₙ / ngramsₙ)^(1/N)",
      citation:
        "Post, 2018, A Call for Clarity in Reporting BLEU Scores, WMT; Papineni et al., 2002; smoothing as in Chen and Cherry, 2014.",
      checkedAgainst:
        "sacrebleu 2.6.0, corpus and sentence level, 6 000 generated pairs with one to three references and adversarial ones, orders 1 to 4, to 1e-9.",
      edgeCases:
        "Without any match 0. A corpus in which every candidate is shorter than the order scores 0 unless effectiveOrder is set; the ceiling says so. An empty candidate counts as zero words.",
      signatures: [
        sacrebleu("", {}).signature,
        sacrebleu("", {
          lowercase: true,
          smoothing: "floor",
          tokenize: "intl",
          effectiveOrder: true,
        }).signature,
      ],
    }),
    offers: [
      textOffer({
        id: "sacrebleu",
        title: "BLEU from 0 to 100, sacreBLEU",
        reads: "texts",
        options,
        create({ order, ...given }) {
          const own = order ? { ...given, order: singleOrder("sacrebleu", order) } : given;
          const metric = sacrebleu(sacrebleuMeasureSignature(own), own);
          return (pairs) => {
            const evidence = Array.from(pairs, sacrebleuMeter(own));
            return [
              scoredTexts(metric, evidence, () =>
                Float64Array.from(evidence, (item) => segmentSacrebleu(item, own)),
              ),
            ];
          };
        },
      }),
    ],
  },
];
