import type { CorpusMetric, Score } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import type { MetricPage } from "../metric-page.ts";
import { assertWeights } from "../sample-metric.ts";
import { type CiderVariant, ciderScores } from "./cider-scores.ts";
import type { TextPair } from "./text-pair.ts";

export interface CiderOptions {
  /**
   * `d`: CIDEr-D, which clips counts and punishes a difference of length; it is what coco-caption and pycocoevalcap call "CIDEr". `plain`:
   * CIDEr as in section 4 of the paper, without stemming. `d` unless told.
   */
  readonly variant?: CiderVariant;
  /** How many bigrams of difference in length CIDEr-D forgives; 6 unless told, and not used by plain CIDEr. */
  readonly sigma?: number;
  /** The longest n-gram, 1 to 4; 4 unless told. */
  readonly order?: number;
}

/**
 * CIDEr and CIDEr-D (Vedantam et al., 2015, arXiv:1411.5726): mean over segments of ten times the mean cosine of tf-idf vectors of n-grams,
 * n = 1 to `order`. Document frequencies come from the references of all prepared segments and stay fixed for slices and resamples. From 0 to 10;
 * one segment alone scores 0, since every n-gram is in every document; the ceiling is what candidates that repeat their first reference
 * reach. Checked with pycocoevalcap 1.2 (CIDEr-D) and a restatement of vrama91/cider (CIDEr).
 */
export function cider(measure: string, { variant = "d", sigma = 6, order = 4 }: CiderOptions = {}): CorpusMetric<TextPair> {
  const id = variant === "d" ? "cider-d" : "cider";
  const parameters = { documents: "all-prepared-references", order, scale: 10, ...(variant === "d" ? { sigma } : {}) };
  return {
    id,
    title: variant === "d" ? "CIDEr-D" : "CIDEr",
    signature: signature(id, 1, parameters),
    measure,
    kind: "corpus",
    best: 10,
    worst: 0,
    ceiling(evidence) {
      const perfect = Array.from(evidence, ({ references }) => ({ candidate: references[0] ?? "", references }));
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

const orderOption = {
  name: "order",
  default: "4",
  meaning: "The longest n-gram, 1 to 4; with 1 CIDEr-D has no penalty for length, which it counts in bigrams.",
};
const tokenizedOption = {
  name: "tokenized",
  default: "false",
  meaning:
    "Whether the texts are tokens already; otherwise they are tokenised as Stanford's PTBTokenizer does, lower-cased and without punctuation.",
};
const documents =
  "Document frequencies are counted in the references of all segments that are scored together and stay fixed for slices and resamples.";
const edgeCases =
  "One segment alone scores 0, since every n-gram is in every document; so do segments whose references are all alike. A one-word segment reaches 2.5 at most, having no longer n-grams. The ceiling is what candidates that repeat their first reference reach on these segments.";

export const ciderDPage: MetricPage = {
  id: "cider-d",
  group: "text",
  title: "CIDEr-D",
  definition: `What coco-caption and pycocoevalcap call "CIDEr": for n = 1 to 4, the cosine of tf-idf vectors of n-grams with the candidate's weights clipped to the reference's, times a penalty for a difference of length, mean over references and over n, times 10; mean over segments. ${documents}`,
  formula:
    "10 · meanₙ mean_r [Σ_g min(w_c, w_r)·w_r / (|w_c|·|w_r|)] · exp(−Δ²/2σ²), w = tf · (ln D − ln max(1, df)), Δ = difference in bigrams",
  options: [
    { name: "sigma", default: "6", meaning: "How many bigrams of difference in length are forgiven." },
    orderOption,
    tokenizedOption,
  ],
  citation: "Vedantam, Zitnick and Parikh, 2015, CIDEr, arXiv:1411.5726, section 7 (CIDEr-D).",
  checkedAgainst:
    "pycocoevalcap 1.2, corpus and per segment, on 6 000 generated pairs with one to three references, adversarial ones and 2 000 ActivityNet captions, to 1e-9; with orders 1 to 3 its scorer was given no longer n-grams, which it does not leave out itself.",
  edgeCases,
  signatures: [cider("").signature],
};

export const ciderPage: MetricPage = {
  id: "cider",
  group: "text",
  title: "CIDEr",
  definition: `CIDEr as the paper first defines it, without stemming: for n = 1 to 4, the cosine of tf-idf vectors of n-grams, mean over references and over n, times 10; mean over segments. ${documents} Most papers that say CIDEr mean CIDEr-D.`,
  formula: "10 · meanₙ mean_r Σ_g w_c·w_r / (|w_c|·|w_r|), w = tf · (ln D − ln max(1, df))",
  options: [{ ...orderOption, meaning: "The longest n-gram, 1 to 4." }, tokenizedOption],
  citation: "Vedantam, Zitnick and Parikh, 2015, CIDEr, arXiv:1411.5726, section 4.",
  checkedAgainst: "a restatement of vrama91/cider (b492747) in Python on the same pairs as CIDEr-D, to 1e-9.",
  edgeCases,
  signatures: [cider("", { variant: "plain" }).signature],
};
