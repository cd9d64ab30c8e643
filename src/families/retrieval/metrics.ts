import type { GraderNames } from "../../core/asking/grader.ts";
import type { Analysis } from "../../core/scores/analysis.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { Metric, SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { isSameAnswer, tokenF1 } from "../../metrics/answers/answer-match.ts";
import {
  answerTokenF1,
  citationAccuracy,
  exactAnswer,
  type HasAnswerScores,
  timeToAnswer,
} from "../../metrics/answers/answer-scores.ts";
import { type HasIndexTime, indexTime, indexTimeFit } from "../../metrics/answers/index-time.ts";
import {
  faithfulness,
  faithfulnessCoverage,
  type HasJudgement,
  type HasMark,
  judgedCorrectness,
  judgedMark,
} from "../../metrics/answers/judged-answers.ts";
import {
  type ConditionScore,
  type HasConditions,
  lossAttribution,
} from "../../metrics/answers/loss-attribution.ts";
import type { HasMoments, HasSaliency } from "../../metrics/moments/has-moments.ts";
import { groundingMetrics, highlightMetrics, momentMaps } from "../../metrics/moments/index.ts";
import { type HasMomentOverlap, momentOverlap } from "../../metrics/moments/moment-overlap.ts";
import { averagePrecision } from "../../metrics/retrieval/average-precision.ts";
import { hit } from "../../metrics/retrieval/hit.ts";
import { ndcg } from "../../metrics/retrieval/ndcg.ts";
import { precision } from "../../metrics/retrieval/precision.ts";
import { queryCounts } from "../../metrics/retrieval/query-counts.ts";
import type { RankedRelevance } from "../../metrics/retrieval/ranked-relevance.ts";
import { recall } from "../../metrics/retrieval/recall.ts";
import { reciprocalRank } from "../../metrics/retrieval/reciprocal-rank.ts";
import { sampleMetric } from "../../metrics/sample-metric.ts";
import { oracleSaliency } from "./baselines.ts";
import { type JudgeGrade, judgeRole } from "./graders.ts";
import { judgeVersion } from "./prompts.ts";
import { clipRelevance, type RelevanceRule } from "./relevance.ts";
import type {
  EvidenceInterval,
  RetrievalOptions,
  RetrievalPrediction,
  RetrievalSample,
} from "./schema.ts";

type RetrievalMeasure<Evidence> = Measure<RetrievalSample, RetrievalPrediction, Evidence>;

export function relevanceMeasure(rule: RelevanceRule): RetrievalMeasure<RankedRelevance> {
  const { relevance, minOverlap, credit = "one-to-one" } = rule;
  return {
    signature: signature("clip-relevance", 1, {
      by: relevance,
      ...(relevance === "overlap" ? {} : { minOverlap }),
      credit,
      context: 0.5,
    }),
    measure: ({ sample, prediction, outcome }) =>
      clipRelevance(sample, outcome === "answered" ? prediction.clips : undefined, rule),
  };
}

/** No metric of moments reads more. */
const mostMoments = 10;

const momentMeasure: RetrievalMeasure<HasMoments> = {
  signature: signature("moments", 1, { most: mostMoments, times: "seconds" }),
  measure: ({ sample, prediction }) => ({
    truths: sample.evidence.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })),
    found: firstMoments(prediction.clips),
  }),
};

const overlapMeasure: RetrievalMeasure<HasMomentOverlap> = {
  signature: signature("moment-overlap", 1, { of: "first,first-five" }),
  measure: ({ sample, prediction }) =>
    momentOverlap({ truths: sample.evidence, found: firstMoments(prediction.clips) }),
};

function firstMoments(clips: RetrievalPrediction["clips"]): HasMoments["found"] {
  const found: { startSeconds: number; endSeconds: number; confidence: number }[] = [];
  for (const { startSeconds, endSeconds, score = 0 } of clips) {
    if (found.length === mostMoments) break;
    if (startSeconds !== undefined && endSeconds !== undefined)
      found.push({ startSeconds, endSeconds, confidence: score });
  }
  return found;
}

const noSaliency: HasSaliency = { scores: [], clipCount: 0, graded: [] };

const saliencyMeasure: RetrievalMeasure<HasSaliency> = {
  signature: signature("saliency", 1),
  measure: ({ sample, prediction }) =>
    sample.saliency === undefined
      ? noSaliency
      : { scores: prediction.saliency ?? [], ...sample.saliency },
};

const answerMeasure: RetrievalMeasure<HasAnswerScores> = {
  signature: signature("answer", 1, {
    words: "squad",
    citations: "share-of-time",
    seconds: "reported-or-timed",
  }),
  measure: ({ sample, prediction, seconds }) => {
    const isAsked =
      sample.answer !== null && (prediction.answer !== undefined || prediction.clips.length === 0);
    const said = prediction.answer ?? "";
    return {
      exact: isAsked ? (isSameAnswer(said, sample.answer!) ? 1 : 0) : null,
      tokenF1: isAsked ? tokenF1(said, sample.answer!) : null,
      citation: citationShare(sample.evidence, prediction),
      seconds: prediction.seconds ?? seconds ?? null,
    };
  },
};

const indexMeasure: RetrievalMeasure<HasIndexTime> = {
  signature: signature("index-time", 1, { seconds: "reported" }),
  measure: ({ sample, prediction }) => ({
    video: sample.media[0]?.path ?? sample.group,
    indexSeconds: prediction.indexSeconds ?? null,
    videoSeconds: sample.durationSeconds,
  }),
};

/**
 * Of the time that an answer cites, the share in evidence; `null` where there is no answer or no
 * evidence to compare with.
 */
function citationShare(
  evidence: readonly EvidenceInterval[],
  { answer, citations }: RetrievalPrediction,
): number | null {
  if (answer === undefined || evidence.length === 0) return null;
  let [inside, all] = [0, 0];
  for (const { startSeconds, endSeconds } of citations ?? []) {
    all += endSeconds - startSeconds;
    inside += coveredSeconds(evidence, startSeconds, endSeconds);
  }
  return all === 0 ? 0 : inside / all;
}

/** Seconds of a stretch that lie in any evidence, overlapping ones counted once. */
function coveredSeconds(evidence: readonly EvidenceInterval[], from: number, to: number): number {
  let [covered, reached] = [0, from];
  for (const { startSeconds, endSeconds } of evidence.toSorted(
    (a, b) => a.startSeconds - b.startSeconds,
  )) {
    const start = Math.max(reached, startSeconds);
    const end = Math.min(to, endSeconds);
    if (end <= start) continue;
    covered += end - start;
    reached = end;
  }
  return covered;
}

/**
 * The judge that measures read where no system is named for it: nobody, so that nothing is judged.
 */
const nobody = "nobody";

function judgedMeasure(
  judge: string,
  options: Pick<RetrievalOptions, "transcript" | "judgeSees">,
): RetrievalMeasure<HasJudgement> {
  return {
    signature: signature("judged-answer", 1, { judge, prompt: judgeVersion(options) }),
    measure: ({ sample, prediction, grades }) => {
      const grade = grades[judgeRole] as JudgeGrade | undefined;
      const correct =
        judge !== nobody && isSilent(sample, prediction) ? 0 : verdictOf(grade?.correct);
      return { correct, faithfulness: grade?.faithfulness ?? null };
    },
  };
}

function markMeasure(judge: string): RetrievalMeasure<HasMark> {
  return {
    signature: signature("marked-answer", 1, { judge, prompt: 1 }),
    measure: ({ sample, prediction, grades }) => {
      const grade = grades[judgeRole] as JudgeGrade | undefined;
      return { mark: judge !== nobody && isSilent(sample, prediction) ? 0 : (grade?.mark ?? null) };
    },
  };
}

/** Who says nothing is not right; who says something is judged, or does not count. */
function isSilent({ answer }: RetrievalSample, prediction: RetrievalPrediction): boolean {
  return answer !== null && prediction.answer === undefined && prediction.clips.length === 0;
}

function conditionMeasure(judge: string): RetrievalMeasure<HasConditions> {
  return {
    signature: signature("answer-conditions", 1, { judge, prompt: 1, words: "squad" }),
    measure: ({ sample, prediction: { answer, conditions }, grades }) => {
      if (conditions === undefined) return askedNowhere;
      const grade = grades[judgeRole] as JudgeGrade | undefined;
      const score = (said: string | undefined, judged: boolean | null | undefined) =>
        conditionScore(sample.answer, said, judged);
      return {
        found: score(answer, grade?.correct),
        gold: score(conditions?.gold, grade?.gold),
        none: score(conditions?.none, grade?.none),
      };
    },
  };
}

/** Most samples are asked under one condition: they share what they say about the others. */
const unasked: ConditionScore = { exact: null, tokenF1: null, judged: null };
const askedNowhere: HasConditions = { found: unasked, gold: unasked, none: unasked };

function conditionScore(
  truth: string | null,
  said: string | undefined,
  judged: boolean | null | undefined,
): ConditionScore {
  if (truth === null || said === undefined) return unasked;
  return {
    exact: isSameAnswer(said, truth) ? 1 : 0,
    tokenF1: tokenF1(said, truth),
    judged: verdictOf(judged),
  };
}

function verdictOf(isRight: boolean | null | undefined): 0 | 1 | null {
  return isRight === undefined || isRight === null ? null : isRight ? 1 : 0;
}

interface RetrievalScoring {
  readonly measures: readonly RetrievalMeasure<unknown>[];
  readonly metrics: readonly Metric[];
  readonly analyses: readonly Analysis[];
}

/**
 * What a task is scored by; the first metric is the headline. Beside relevance by the task's rule
 * stands relevance by containment.
 */
export function retrievalScoring(
  options: RetrievalOptions,
  graders: GraderNames = {},
): RetrievalScoring {
  const { relevance, minOverlap, noTruth, missing, gain, compare, marks } = options;
  const judge = graders[judgeRole] ?? nobody;
  const judged = judgedMeasure(judge, options);
  const marked = markMeasure(judge);
  const underConditions = conditionMeasure(judge);
  const judgement = { measure: judged.signature, judge };
  const main = relevanceMeasure({ relevance, minOverlap });
  const contained = relevanceMeasure({ relevance: "containment", minOverlap: 0.5 });
  const rules = { noTruth, missing };
  const by = main.signature;
  const rule = relevance === "overlap" ? "overlap" : `${relevance}@${minOverlap}`;
  const ranking = [
    recall(by, { ...rules, k: 5 }),
    recall(by, { ...rules, k: 1 }),
    recall(by, { ...rules, k: 3 }),
    recall(by, { ...rules, k: 10 }),
    // Called recall too, where a question counts as a whole (VIGIL-RAG).
    ...[1, 5, 10].map((k) => ({ ...hit(by, { ...rules, k }), aliases: ["recall"] })),
    precision(by, { ...rules, k: 10 }),
    reciprocalRank(by, rules),
    averagePrecision(by, rules),
    ndcg(by, { ...rules, k: 5, gain }),
    ndcg(by, { ...rules, k: 10, gain }),
  ];
  const metrics = [
    ...ranking.map((metric) => ({ ...metric, signature: `${metric.signature}|by:${rule}` })),
    ...(relevance === "containment" && minOverlap === 0.5
      ? []
      : [
          recall(contained.signature, { ...rules, k: 5 }),
          precision(contained.signature, { ...rules, k: 10 }),
        ].map(containedTwin)),
    ...groundingMetrics(overlapMeasure.signature, compare),
    ...momentMaps(momentMeasure.signature),
    ...highlightMetrics(saliencyMeasure.signature).map(ofGraded),
    exactAnswer(answerMeasure.signature),
    answerTokenF1(answerMeasure.signature),
    judgedCorrectness(judgement),
    ...(marks ? [judgedMark({ measure: marked.signature, judge })] : []),
    faithfulness({ ...judgement, reading: "strict" }),
    faithfulness({ ...judgement, reading: "lenient" }),
    faithfulnessCoverage(judgement),
    citationAccuracy(answerMeasure.signature),
    timeToAnswer(answerMeasure.signature, 0.5),
    timeToAnswer(answerMeasure.signature, 0.95),
    indexTime(indexMeasure.signature, 0.5),
    indexTime(indexMeasure.signature, 0.95),
  ];
  const measures = [
    main,
    contained,
    momentMeasure,
    overlapMeasure,
    saliencyMeasure,
    answerMeasure,
    indexMeasure,
    judged,
    ...(marks ? [marked] : []),
    underConditions,
  ];
  const isDouble = main.signature === contained.signature;
  return {
    measures: (isDouble
      ? measures.filter((one) => one !== contained)
      : measures) as readonly RetrievalMeasure<unknown>[],
    metrics: metrics as readonly Metric[],
    analyses: [
      queryCounts(by),
      lossAttribution(underConditions.signature),
      indexTimeFit(indexMeasure.signature),
    ] as readonly Analysis[],
  };
}

function containedTwin<
  M extends { readonly id: string; readonly title: string; readonly signature: string },
>(metric: M): M {
  return {
    ...metric,
    id: `${metric.id}-contained`,
    title: `${metric.title}, by containment`,
    signature: `${metric.signature}|by:containment@0.5`,
  };
}

/**
 * Highlights are about samples whose clips were graded. Raters differ, so that no ranking is
 * perfect for all grades: the ceiling is what the oracle's reaches.
 */
function ofGraded(metric: SampleMetric<HasSaliency>): SampleMetric<HasSaliency> {
  const value = (evidence: HasSaliency) =>
    evidence.clipCount === 0 ? null : metric.value(evidence);
  const graded = sampleMetric({ ...metric, value });
  const perfect = (evidence: HasSaliency): HasSaliency =>
    evidence.clipCount === 0 ? evidence : { ...evidence, scores: oracleSaliency(evidence) };
  return {
    ...graded,
    ceiling: (evidence) => graded.prepare(Array.from(evidence, perfect))() ?? metric.best,
  };
}
