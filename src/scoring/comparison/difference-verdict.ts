import { lessIsBetter, type Metric } from "../../core/scores/metric.ts";
import type { DifferenceVerdict } from "../../summary/comparison-summary.ts";

/** A chance of one in twenty to see a difference where there is none. */
const alpha = 0.05;

interface TestedDifference {
  readonly difference: number | null;
  readonly p: number | null;
  /** The p-value after correction. */
  readonly adjusted: number | null;
}

/** What a corrected p-value says of systems that score differently on some samples. */
export function differenceVerdict(
  { difference, p, adjusted }: TestedDifference,
  metric: Pick<Metric, "best" | "worst">,
): DifferenceVerdict {
  if (difference === null || p === null || adjusted === null) return "none";
  if (adjusted >= alpha) return "unclear";
  return difference > 0 === lessIsBetter(metric) ? "worse" : "better";
}
