import type { Aspect } from "../../core/scores/aspect.ts";
import {
  judgeAgreement,
  type LabelScale,
  raterAgreement,
} from "../../metrics/agreement/label-agreement.ts";
import { faithfulnessLabels } from "../../metrics/answers/judged-answers.ts";
import {
  correctnessLabels,
  labelledCorrectness,
  labelledFaithfulness,
} from "../../metrics/answers/labelled-answers.ts";
import { errorClassAspect } from "../shared/error-class-aspect.ts";
import { type JudgeGrade, judgeRole } from "./graders.ts";

const faithfulnessScale: LabelScale = { values: faithfulnessLabels, isOrdered: false };
const correctnessScale: LabelScale = { values: correctnessLabels, isOrdered: false };

/** What people are asked about an answer, and the judge too. */
export const retrievalAspects: readonly Aspect[] = [
  {
    id: "faithfulness",
    title: "Faithfulness",
    ...faithfulnessScale,
    hidesTruth: true,
    judge: { role: judgeRole, verdict: (grade) => (grade as JudgeGrade).faithfulness },
    scores: labelledFaithfulness,
    raterAgreement: (raters) => raterAgreement(faithfulnessScale, raters),
    judgeAgreement: judgeAgreement(faithfulnessScale),
  },
  {
    id: "correctness",
    title: "Correctness",
    ...correctnessScale,
    judge: { role: judgeRole, verdict: (grade) => correctnessOf(grade as JudgeGrade) },
    scores: labelledCorrectness,
    raterAgreement: (raters) => raterAgreement(correctnessScale, raters),
    judgeAgreement: judgeAgreement(correctnessScale),
  },
  errorClassAspect(["no-evidence", "wrong-clip", "ranked-low", "hallucinated", "incomplete"]),
];

function correctnessOf({ correct }: JudgeGrade): (typeof correctnessLabels)[number] | null {
  return correct === null ? null : correct ? "correct" : "incorrect";
}
