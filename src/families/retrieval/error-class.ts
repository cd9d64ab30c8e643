import type { ScoredBy } from "../../core/family/scored-by.ts";
import { isSameAnswer, tokenF1 } from "../../metrics/answers/answer-match.ts";
import { type JudgeGrade, judgeRole } from "./graders.ts";
import { clipRelevance } from "./relevance.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";

type RetrievalError = "no-evidence" | "wrong-clip" | "ranked-low" | AnswerError;
type AnswerError = "hallucinated" | "incomplete" | "not-judged";

/** Below this, an answer has nothing to do with the truth. */
const strange = 0.2;

/**
 * The kind of mistake: nothing found at all, nothing relevant among what was found, or not in the
 * first place; and where something relevant was found, an answer that has nothing to do with the
 * truth, or that says only part of it: as the judge says, or else by words. A wrong answer of which
 * the judge cannot say either (`Unknown`) is `not-judged`. `null` where all is right or nothing can
 * be said.
 */
export function retrievalErrorClass(
  sample: RetrievalSample,
  prediction: RetrievalPrediction,
  scored: ScoredBy<RetrievalOptions>,
): RetrievalError | null {
  const { gains, idealGains } = clipRelevance(sample, prediction.clips, scored.options);
  const hasTruth = idealGains.length > 0;
  if (hasTruth && !gains.some((gain) => gain > 0))
    return prediction.clips.length === 0 ? "no-evidence" : "wrong-clip";
  const answerError = answerErrorOf(
    sample,
    prediction,
    scored.grades[judgeRole] as JudgeGrade | undefined,
  );
  return answerError ?? (hasTruth && !(gains[0]! > 0) ? "ranked-low" : null);
}

function answerErrorOf(
  { answer: truth }: RetrievalSample,
  { answer }: RetrievalPrediction,
  grade: JudgeGrade | undefined,
): AnswerError | null {
  if (truth === null || answer === undefined || (grade?.correct ?? isSameAnswer(answer, truth)))
    return null;
  switch (grade?.faithfulness) {
    case "Unfaithful":
      return "hallucinated";
    case "Unknown":
      return "not-judged";
    case "Faithful":
    case "Partially Faithful":
      return "incomplete";
    default:
      return tokenF1(answer, truth) < strange ? "hallucinated" : "incomplete";
  }
}
