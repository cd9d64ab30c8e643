import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
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
}

/**
 * CIDEr and CIDEr-D (Vedantam et al., 2015, arXiv:1411.5726): mean over segments of ten times the mean cosine of tf-idf vectors of n-grams,
 * n = 1 to 4. Document frequencies come from the references of all prepared segments and stay fixed for slices and resamples. From 0 to 10;
 * one segment alone scores 0, since every n-gram is in every document. Checked with pycocoevalcap 1.2 (CIDEr-D)
 * and a restatement of vrama91/cider (CIDEr).
 */
export function cider(measure: string, { variant = "d", sigma = 6 }: CiderOptions = {}): CorpusMetric<TextPair> {
  const id = variant === "d" ? "cider-d" : "cider";
  const parameters = { documents: "all-prepared-references", order: 4, scale: 10, ...(variant === "d" ? { sigma } : {}) };
  return {
    id,
    title: variant === "d" ? "CIDEr-D" : "CIDEr",
    signature: signature(id, 1, parameters),
    measure,
    kind: "corpus",
    best: 10,
    worst: 0,
    prepare(evidence) {
      const scores = ciderScores([...evidence], { variant, sigma });
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
    },
  };
}
