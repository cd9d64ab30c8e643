import type { Aspect } from "../../core/scores/aspect.ts";
import { nearest } from "../../core/scores/label-evidence.ts";
import {
  judgeAgreement,
  type LabelScale,
  raterAgreement,
} from "../../metrics/agreement/label-agreement.ts";
import { judgedAspects, judgeEvidence } from "../../metrics/dialogue/judge-scores.ts";
import { labelledMarks, markValues } from "../../metrics/dialogue/labelled-marks.ts";
import { errorClassAspect } from "../shared/error-class-aspect.ts";
import { dialogueErrors } from "./error-class.ts";
import { type JudgeGrade, judgeRole } from "./judge.ts";

const scale: LabelScale = { values: markValues, isOrdered: true };

/**
 * The four marks, given by people; the judge's mean mark is compared as the nearest whole one, the
 * higher of two as near.
 */
const marks = judgedAspects.map(
  (id): Aspect => ({
    id,
    title: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    ...scale,
    judge: {
      role: judgeRole,
      verdict: (grade) => nearest(judgeEvidence((grade as JudgeGrade).judgements)[id], markValues),
    },
    scores: [labelledMarks(id)],
    raterAgreement: (raters) => raterAgreement(scale, raters),
    judgeAgreement: judgeAgreement(scale),
  }),
);

/** What people are asked about a stream; the judge is asked for marks alone. */
export const dialogueAspects: readonly Aspect[] = [...marks, errorClassAspect(dialogueErrors)];
