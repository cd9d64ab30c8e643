import type { AnnotatorPair } from "../../core/family/people-facet.ts";
import { markedTime } from "../shared/marked-time.ts";
import type { RetrievalSample } from "./schema.ts";

/** Where two annotators say that the answer is; evidence that is named by clips has no time. */
export function compareEvidence(
  first: RetrievalSample,
  second: RetrievalSample,
): AnnotatorPair | undefined {
  if (first.evidence.length === 0 && second.evidence.length === 0) return undefined;
  const duration = first.durationSeconds ?? second.durationSeconds;
  return { kind: "time", ...markedTime(first.evidence, second.evidence, duration) };
}
