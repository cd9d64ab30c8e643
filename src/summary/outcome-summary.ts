import type { FailureCause, NoAnswer, OutcomeKind } from "../core/run/outcome.ts";

/** Outcomes by kind; `pending` counts samples that were not reached yet. */
export type OutcomeCounts = Readonly<Record<OutcomeKind | "pending", number>>;

export interface ReasonCount {
  readonly outcome: NoAnswer["kind"];
  /**
   * With ", and alike" where it stands for others that differ only in what they quote, such as a
   * reply or the path of a video.
   */
  readonly reason: string;
  readonly count: number;
}

/**
 * Why a sample has no score by no doing of its system; `grader`: it was answered, and who had to
 * grade the answer did not.
 */
export type FailureClass = FailureCause | "grader" | "unknown";
