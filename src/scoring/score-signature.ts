import type { Metric } from "../core/scores/metric.ts";
import type { UnansweredPolicy } from "../summary/score-summary.ts";

/** How samples were read and counted, beside what the metric itself says. */
export interface Reading {
  readonly unanswered: UnansweredPolicy;
  /** Absent where there were no replies to read. */
  readonly extractor?: string | undefined;
}

/**
 * The identity of a score: the metric's, the policy where the metric follows it, the extractor
 * where replies were read, and what the metric reads, which is where graders, tokenisers and rules
 * of matching are named.
 */
export function scoreSignature(metric: Metric, { unanswered, extractor }: Reading): string {
  const parts = [
    metric.signature,
    ...(followsPolicy(metric) ? [`unanswered:${unanswered}`] : []),
    ...(extractor === undefined ? [] : [`extractor:${extractor}`]),
  ];
  return `${parts.join("|")} of ${metric.measure}`;
}

/** Whether the policy on missing answers decides which samples count. */
export function followsPolicy({ population }: Metric): boolean {
  return population === undefined;
}
