import type { Grader } from "../../core/grader.ts";
import { answered } from "../../core/outcome.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { comparedPairs, otherSimilarityRoles, type SimilarityGrade, similarityRole } from "./similarity.ts";

/** What compares meanings for the scores, and what they are set beside. */
export const similarityGraders = [similarityRole, ...otherSimilarityRoles].map(similarityGrader);

/** Compares the meaning of every pair of utterances within the window. */
function similarityGrader(role: string): Grader<DialogueSample, DialoguePrediction, DialogueOptions> {
  return {
    role,
    asks: "similarity",
    isRequired: role === similarityRole,
    identity: ({ window }) => ({ window }),
    *steps(prediction, sample, options) {
      const pairs = comparedPairs(prediction, sample, options);
      if (pairs.length === 0) return answered<SimilarityGrade>({ pairs, cosines: [] });
      const [reply] = yield [{ pairs }];
      if (reply?.kind !== "answered") return reply ?? { kind: "failed", reason: "no similarities were given" };
      return answered<SimilarityGrade>({ pairs, cosines: reply.value.cosines });
    },
  };
}
