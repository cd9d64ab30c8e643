import { isSameAnswer, tokenF1 } from "../../metrics/answers/answer-match.ts";
import { clipRelevance } from "./relevance.ts";
import { type RetrievalPrediction, type RetrievalSample, retrievalOptionsSchema } from "./schema.ts";

/** Below this, an answer has nothing to do with the truth. */
const strange = 0.2;

/**
 * The kind of mistake: nothing relevant among what was found, or not in the first place; and where something relevant was found, an answer that has
 * nothing to do with the truth, or that says only part of it. `null` where all is right or nothing can be said.
 */
export function retrievalErrorClass(
  sample: RetrievalSample,
  prediction: RetrievalPrediction,
): "no-evidence" | "wrong-clip" | "hallucinated" | "incomplete" | null {
  const { gains, idealGains } = clipRelevance(sample, prediction.clips, retrievalOptionsSchema.parse({}));
  const hasTruth = idealGains.length > 0;
  if (hasTruth && !gains.some((gain) => gain > 0)) return "no-evidence";
  if (sample.answer !== null && prediction.answer !== undefined && !isSameAnswer(prediction.answer, sample.answer))
    return tokenF1(prediction.answer, sample.answer) < strange ? "hallucinated" : "incomplete";
  return hasTruth && !(gains[0]! > 0) ? "wrong-clip" : null;
}
