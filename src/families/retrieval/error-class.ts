import type { ScoredBy } from "../../core/family.ts";
import { isSameAnswer, tokenF1 } from "../../metrics/answers/answer-match.ts";
import { type JudgeGrade, judgeRole } from "./graders.ts";
import { clipRelevance } from "./relevance.ts";
import { type RetrievalOptions, type RetrievalPrediction, type RetrievalSample, retrievalOptionsSchema } from "./schema.ts";

type RetrievalError = "no-evidence" | "wrong-clip" | "hallucinated" | "incomplete";

/** Below this, an answer has nothing to do with the truth. */
const strange = 0.2;

/**
 * The kind of mistake: nothing relevant among what was found, or not in the first place; and where something relevant was found, an answer that has
 * nothing to do with the truth, or that says only part of it: as the judge says, or else by words. `null` where all is right or nothing can be said.
 */
export function retrievalErrorClass(
  sample: RetrievalSample,
  prediction: RetrievalPrediction,
  scored?: ScoredBy<RetrievalOptions>,
): RetrievalError | null {
  const { gains, idealGains } = clipRelevance(sample, prediction.clips, scored?.options ?? retrievalOptionsSchema.parse({}));
  const hasTruth = idealGains.length > 0;
  if (hasTruth && !gains.some((gain) => gain > 0)) return "no-evidence";
  const answerError = answerErrorOf(sample, prediction, scored?.grades[judgeRole] as JudgeGrade | undefined);
  return answerError ?? (hasTruth && !(gains[0]! > 0) ? "wrong-clip" : null);
}

function answerErrorOf(
  { answer: truth }: RetrievalSample,
  { answer }: RetrievalPrediction,
  grade: JudgeGrade | undefined,
): "hallucinated" | "incomplete" | null {
  if (truth === null || answer === undefined || (grade?.correct ?? isSameAnswer(answer, truth))) return null;
  if (grade?.faithfulness === "Unfaithful") return "hallucinated";
  if (grade?.faithfulness === "Faithful" || grade?.faithfulness === "Partially Faithful") return "incomplete";
  return tokenF1(answer, truth) < strange ? "hallucinated" : "incomplete";
}
