import type { Outcome } from "../core/run/outcome.ts";
import type { FailureClass } from "../summary/outcome-summary.ts";

/**
 * `undefined` of samples that are scored or were not reached. `given` is how work ended before
 * anybody graded it.
 */
export function failureClass(
  outcome: Outcome<unknown> | undefined,
  given: Outcome<unknown> | undefined,
): FailureClass | undefined {
  if (outcome?.kind === "media-error") return "media";
  if (outcome?.kind !== "failed") return undefined;
  return given?.kind === "answered" ? "grader" : (outcome.cause ?? "unknown");
}
