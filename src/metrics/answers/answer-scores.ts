import type { CorpusMetric, SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { percentileScore } from "../percentile-score.ts";
import { sampleMetric } from "../sample-metric.ts";

/**
 * What is known about one answer; `null` where there is no truth, no answer or no time to compare.
 */
export interface HasAnswerScores {
  readonly exact: 0 | 1 | null;
  readonly tokenF1: number | null;
  /** Share of the cited time that lies in evidence; 0 for an answer without citations. */
  readonly citation: number | null;
  /** From the question to the answer. */
  readonly seconds: number | null;
}

/** Share of answers that consist of the true words. */
export function exactAnswer(measure: string): SampleMetric<HasAnswerScores> {
  return sampleMetric({
    id: "answer-exact",
    title: "Answer, exact",
    signature: signature("answer-exact", 1, { words: "squad" }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ exact }) => exact,
  });
}

/** Mean F1 of the words that answer and truth share. */
export function answerTokenF1(measure: string): SampleMetric<HasAnswerScores> {
  return sampleMetric({
    id: "answer-f1",
    title: "Answer, token F1",
    signature: signature("answer-f1", 1, { words: "squad" }),
    measure,
    kind: "mean",
    best: 1,
    worst: 0,
    value: ({ tokenF1 }) => tokenF1,
  });
}

/** Mean share of the cited time that lies in evidence. */
export function citationAccuracy(measure: string): SampleMetric<HasAnswerScores> {
  return sampleMetric({
    id: "citation-accuracy",
    title: "Citation accuracy",
    signature: signature("citation-accuracy", 1, { share: "cited-time-in-evidence", none: 0 }),
    measure,
    kind: "mean",
    best: 1,
    worst: 0,
    value: ({ citation }) => citation,
  });
}

/**
 * The time within which a share of the questions was answered; of answered ones that say how long
 * they took.
 */
export function timeToAnswer(measure: string, share: 0.5 | 0.95): CorpusMetric<HasAnswerScores> {
  const percent = share * 100;
  return {
    id: `time-to-answer-p${percent}`,
    title: `Time to answer, P${percent} (s)`,
    signature: signature("time-to-answer", 1, { share, quantile: "inverse-distribution" }),
    measure,
    kind: "corpus",
    best: 0,
    worst: null,
    population: "answered",
    counts: ({ seconds }) => seconds !== null,
    ceiling: () => 0,
    prepare(evidence) {
      const seconds = growing.numbers();
      for (const item of evidence) seconds.push(item.seconds ?? Number.NaN);
      return percentileScore(seconds.view(), share);
    },
  };
}
