import type { Grader } from "../../core/grader.ts";
import { answered } from "../../core/outcome.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { comparedPairs, type SimilarityGrade, similarityRole } from "./similarity.ts";

/** Compares the meaning of every pair of utterances within the window. */
export const similarityGrader: Grader<DialogueSample, DialoguePrediction, DialogueOptions> = {
  role: similarityRole,
  asks: "similarity",
  isRequired: true,
  identity: ({ window }) => ({ window }),
  *steps(prediction, sample, options) {
    const pairs = comparedPairs(prediction, sample, options);
    if (pairs.length === 0) return answered<SimilarityGrade>({ pairs, cosines: [] });
    const [reply] = yield [{ pairs }];
    if (reply?.kind !== "answered") return reply ?? { kind: "failed", reason: "no similarities were given" };
    return answered<SimilarityGrade>({ pairs, cosines: reply.value.cosines });
  },
};
