import type { RetrievalSample } from "../schema.ts";

/** A question with nothing but what it must have. */
export function emptySample(id: string, question: string, group: string): RetrievalSample {
  return {
    answer: null,
    clips: [],
    durationSeconds: null,
    evidence: [],
    group,
    id,
    media: [],
    metadata: {},
    question,
  };
}
