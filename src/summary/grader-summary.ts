import type { ResourceSummary } from "./resource-summary.ts";

/** What one grader of a task made of a system's answers. */
export interface GraderSummary {
  readonly role: string;
  /** Its id in the configuration, where that is known. */
  readonly id?: string;
  /** As signatures of scores name it. */
  readonly name: string;
  /** Answers that were to be graded. */
  readonly due: number;
  readonly graded: number;
  /** Why grades are missing, the most frequent reasons first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  /**
   * Graded answers of which not all that was asked could be decided, and why not, the most frequent
   * reasons first; only where there are some.
   */
  readonly partly?: { readonly count: number; readonly reasons: GraderSummary["reasons"] };
  /**
   * What asking it about this system's answers took; only where it says something about its
   * requests.
   */
  readonly resources?: ResourceSummary;
}
