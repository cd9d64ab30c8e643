import type { Metric, Score } from "../../core/scores/metric.ts";
import { ptbName, ptbText } from "./ptb-tokenize.ts";
import type { TextPair } from "./text-pair.ts";

/** What one metric says of a list of pairs. */
export interface ScoredTexts {
  /**
   * Its `measure` says what was done to the texts and counted, its `signature` what was made of
   * that.
   */
  readonly metric: Omit<Metric<never>, "prepare" | "ceiling" | "references" | "value" | "counts">;
  /** All pairs together, or any multiset of them. */
  readonly score: Score;
  /** What candidates that repeat a reference would reach; for CIDEr as costly as the score. */
  ceiling(): number;
  /** The score of each pair alone; CIDEr keeps the document frequencies of all pairs. */
  segments(): Float64Array;
}

/** Scores a list of pairs by one or several metrics, as `bleu` does by BLEU-1 to 4. */
export type TextScorer = (pairs: Iterable<TextPair>) => readonly ScoredTexts[];

export function scoredTexts<Evidence>(
  metric: Metric<Evidence>,
  evidence: readonly Evidence[],
  segments: () => Float64Array,
): ScoredTexts {
  return {
    metric,
    score: metric.prepare(evidence),
    segments,
    ceiling: () => metric.ceiling?.(evidence) ?? metric.best,
  };
}

/**
 * How a metric of tokens reads texts: as they are where they are tokens already, otherwise
 * tokenised as coco-caption does.
 */
export function tokensOf(isTokenized = false): {
  readonly tokens: string;
  readonly prepare: (pair: TextPair) => TextPair;
} {
  if (isTokenized) return { tokens: "given", prepare: (pair) => pair };
  return {
    tokens: ptbName,
    prepare: ({ candidate, references }) => ({
      candidate: ptbText(candidate),
      references: references.map(ptbText),
    }),
  };
}
