import type { Grader } from "../../core/asking/grader.ts";
import type { SimilarityAsk, SimilarityReply } from "../../core/asking/similarity.ts";
import { ask } from "../../core/asking/steps.ts";
import { answered } from "../../core/run/outcome.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import {
  comparedPairs,
  farPairs,
  farSimilarities,
  otherSimilarityRoles,
  type SimilarityGrade,
  similarityRole,
} from "./similarity.ts";

/** What compares meanings for the scores, and what they are set beside. */
export const similarityGraders = [similarityRole, ...otherSimilarityRoles].map(similarityGrader);

/**
 * Compares the meaning of every pair of utterances within the window. The one that counts is also
 * asked about those that half-oracles bring together; where it lacks some of them, as a recorded
 * table may, there is a grade all the same.
 */
function similarityGrader(
  role: string,
): Grader<DialogueSample, DialoguePrediction, DialogueOptions> {
  const counts = role === similarityRole;
  return {
    role,
    asks: "similarity",
    isRequired: counts,
    identity: ({ window }) => ({ window, ...(counts ? { far: "half-oracles" } : {}) }),
    *steps(prediction, sample, options) {
      const near = comparedPairs(prediction, sample, options);
      const far = counts ? farPairs(prediction, sample, { ...options, near }) : [];
      const asks = [near, far]
        .filter((pairs) => pairs.length > 0)
        .map((pairs): SimilarityAsk => ({ pairs }));
      const replies = asks.length > 0 ? yield* ask(asks) : [];
      const reply = near.length > 0 ? replies[0] : answered<SimilarityReply>({ cosines: [] });
      if (reply?.kind !== "answered")
        return reply ?? { kind: "failed", reason: "no similarities were given" };
      const beyond = far.length > 0 ? replies.at(-1) : undefined;
      if (beyond?.kind === "failed" && beyond.cause !== "deterministic") return beyond;
      const farther =
        beyond?.kind === "answered" ? { far: farSimilarities(far, beyond.value.cosines) } : {};
      return answered<SimilarityGrade>({ pairs: near, cosines: reply.value.cosines, ...farther });
    },
  };
}
