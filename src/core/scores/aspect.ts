import type { LabelledAspect } from "../data/label.ts";
import type { Metric } from "./metric.ts";

/** What people, and a judge, say about one aspect of one answer. */
export interface LabelEvidence {
  /**
   * By rater, always in the same order, before anything was adjudicated; `null` where a rater gave
   * none.
   */
  readonly ratings: readonly (string | null)[];
  /**
   * What people come to: what was adjudicated, else what most raters say; `null` where they differ,
   * or nobody was asked.
   */
  readonly final: string | null;
  /** Of ordered values: the mean of the numbers that raters gave, or the adjudicated one. */
  readonly mark: number | null;
  /** Whether raters differ and nothing decides between them. */
  readonly isDisputed: boolean;
  /** What the judge says; `null` where it was not asked or not understood. */
  readonly judged: string | null;
}

/** What a judge says of the same: how its grade is read as one of the aspect's values. */
interface AspectJudge {
  /** The role of the grader. */
  readonly role: string;
  verdict(grade: unknown): string | null;
}

/**
 * Something that people can be asked about a system's answer, and that a judge may be asked too:
 * whether it is faithful, how prompt it was. Scores read `final`, agreement of raters reads
 * `ratings`, agreement with the judge reads `final` and `judged`.
 */
export interface Aspect extends LabelledAspect {
  readonly title: string;
  /**
   * Whether the values are numbers in their order, of which one may be nearly as good as its
   * neighbour.
   */
  readonly isOrdered: boolean;
  /**
   * Whether raters must not be shown the truth: they rate an answer by the evidence it rests on.
   */
  readonly hidesTruth?: true;
  readonly judge?: AspectJudge;
  /** The first is the one to read first. */
  readonly scores: readonly Metric<LabelEvidence>[];
  /** How far so many raters agree; the first decides whether scores are quoted. */
  raterAgreement(raters: number): readonly Metric<LabelEvidence>[];
  readonly judgeAgreement: readonly Metric<LabelEvidence>[];
}

/**
 * What decides whether people's scores are quoted: the agreement of raters must lie above a limit.
 */
export interface QuoteRule {
  readonly kappaAbove: number;
  /** What must lie above it: the estimate, or the lower end of its 95 % interval. */
  readonly kappaBy: "point" | "lower";
}

/** As the framework that asks for it says: the estimate above 0.7. */
export const usualQuoteRule: QuoteRule = { kappaAbove: 0.7, kappaBy: "point" };
