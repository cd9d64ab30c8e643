import type { CorpusMetric, Score } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, type MetricOffer, textOffer } from "../metric-declaration.ts";
import { numberOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";
import { type CiderVariant, ciderScores } from "./cider-scores.ts";
import { tokensOf } from "./scored-texts.ts";
import { orderOption, singleOrder, tokenizedWords } from "./text-options.ts";
import type { TextPair } from "./text-pair.ts";

export interface CiderOptions {
  /**
   * `d`: CIDEr-D, which clips counts and punishes a difference of length; it is what coco-caption
   * and pycocoevalcap call "CIDEr". `plain`: CIDEr as in section 4 of the paper, without stemming.
   * Default: `d`.
   */
  readonly variant?: CiderVariant;
  /**
   * How many bigrams of difference in length CIDEr-D forgives; default 6, and not used by plain
   * CIDEr.
   */
  readonly sigma?: number;
  /** The longest n-gram, 1 to 4; default 4. */
  readonly order?: number;
}

/**
 * CIDEr and CIDEr-D (Vedantam et al., 2015, arXiv:1411.5726): mean over segments of ten times the
 * mean cosine of tf-idf vectors of n-grams, n = 1 to `order`. Document frequencies come from the
 * references of all prepared segments and stay fixed for slices and resamples. From 0 to 10; one
 * segment alone scores 0, since every n-gram is in every document; the ceiling is what candidates
 * that repeat their first reference reach. Checked with pycocoevalcap 1.2 (CIDEr-D) and a
 * restatement of vrama91/cider (CIDEr).
 */
export function cider(
  measure: string,
  { variant = "d", sigma = 6, order = 4 }: CiderOptions = {},
): CorpusMetric<TextPair> {
  const id = variant === "d" ? "cider-d" : "cider";
  const parameters = {
    documents: "all-prepared-references",
    order,
    scale: 10,
    ...(variant === "d" ? { sigma } : {}),
  };
  return {
    id,
    title: variant === "d" ? "CIDEr-D" : "CIDEr",
    signature: signature(id, 1, parameters),
    measure,
    kind: "corpus",
    best: 10,
    worst: 0,
    ceiling(evidence) {
      const perfect = Array.from(evidence, ({ references }) => ({
        candidate: references[0] ?? "",
        references,
      }));
      return meanScore(ciderScores(perfect, { variant, sigma, order }))() ?? 10;
    },
    prepare: (evidence) => meanScore(ciderScores([...evidence], { variant, sigma, order })),
  };
}

/** The weighted mean of the scores of all prepared segments. */
export function meanScore(scores: Float64Array): Score {
  return (weights) => {
    if (weights) assertWeights(weights, scores.length);
    let sum = 0;
    let total = 0;
    for (let i = 0; i < scores.length; i++) {
      const weight = weights ? weights[i]! : 1;
      sum += weight * scores[i]!;
      total += weight;
    }
    return total > 0 ? sum / total : null;
  };
}

const sigmaOption = numberOption(
  { name: "sigma", default: "6", meaning: "how many bigrams of difference in length are forgiven" },
  { isAboveZero: true },
);
const clippedOrderOption = {
  ...orderOption,
  meaning:
    "The longest n-gram, 1 to 4; with 1 CIDEr-D has no penalty for length, which it counts in bigrams.",
};
const documents =
  "Document frequencies are counted in the references of all segments that are scored together and stay fixed for slices and resamples.";
const edgeCases =
  "One segment alone scores 0, since every n-gram is in every document; so do segments whose references are all alike. A one-word segment reaches 2.5 at most, having no longer n-grams. The ceiling is what candidates that repeat their first reference reach on these segments.";

/** Asked for by name, CIDEr is what coco-caption prints as CIDEr, which is CIDEr-D. */
function ciderOffer(
  variant: CiderVariant,
  named: Pick<MetricOffer, "id" | "title" | "isApart">,
): MetricOffer {
  return textOffer({
    ...named,
    reads: "tokens",
    options: variant === "d" ? [clippedOrderOption, sigmaOption] : [orderOption],
    create({ sigma = 6, order: orders = [4] }, { isTokenized }) {
      const { tokens, prepare } = tokensOf(isTokenized);
      const formula = { variant, sigma, order: singleOrder(named.id, orders) };
      const metric = { ...cider(signature("text-pair", 1, { tokens }), formula), id: named.id };
      return (pairs) => {
        const evidence = Array.from(pairs, prepare);
        const scores = ciderScores(evidence, formula);
        const ceiling = () => metric.ceiling?.(evidence) ?? metric.best;
        return [{ metric, score: meanScore(scores), segments: () => scores, ceiling }];
      };
    },
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "cider-d",
    group: "text",
    title: "CIDEr-D",
    options: [sigmaOption, clippedOrderOption, tokenizedWords],
    page: () => ({
      definition: `What coco-caption and pycocoevalcap call "CIDEr": for n = 1 to 4, the cosine of tf-idf vectors of n-grams with the candidate's weights clipped to the reference's, times a penalty for a difference of length, mean over references and over n, times 10; mean over segments. ${documents}`,
      formula:
        "10 · meanₙ mean_r [Σ_g min(w_c, w_r)·w_r / (|w_c|·|w_r|)] · exp(−Δ²/2σ²), w = tf · (ln D − ln max(1, df)), Δ = difference in bigrams",
      citation: "Vedantam, Zitnick and Parikh, 2015, CIDEr, arXiv:1411.5726, section 7 (CIDEr-D).",
      checkedAgainst:
        "pycocoevalcap 1.2, corpus and per segment, on 6 000 generated pairs with one to three references, adversarial ones and 2 000 ActivityNet captions, to 1e-9; with orders 1 to 3 its scorer was given no longer n-grams, which it does not leave out itself.",
      edgeCases,
      signatures: [cider("").signature],
    }),
    offers: [
      ciderOffer("d", { id: "cider-d", title: "CIDEr-D" }),
      ciderOffer("d", {
        id: "cider",
        title: "CIDEr-D, which coco-caption calls CIDEr",
        isApart: true,
      }),
    ],
  },
  {
    id: "cider",
    group: "text",
    title: "CIDEr",
    options: [orderOption, tokenizedWords],
    page: () => ({
      definition: `CIDEr as the paper first defines it, without stemming: for n = 1 to 4, the cosine of tf-idf vectors of n-grams, mean over references and over n, times 10; mean over segments. ${documents} Most papers that say CIDEr mean CIDEr-D.`,
      formula: "10 · meanₙ mean_r Σ_g w_c·w_r / (|w_c|·|w_r|), w = tf · (ln D − ln max(1, df))",
      citation: "Vedantam, Zitnick and Parikh, 2015, CIDEr, arXiv:1411.5726, section 4.",
      checkedAgainst:
        "a restatement of vrama91/cider (b492747) in Python on the same pairs as CIDEr-D, to 1e-9.",
      edgeCases,
      signatures: [cider("", { variant: "plain" }).signature],
    }),
    offers: [
      ciderOffer("plain", {
        id: "cider-plain",
        title: "CIDEr without clipping and length penalty",
      }),
    ],
  },
];
