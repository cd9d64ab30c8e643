import type { Aspect } from "../../core/scores/aspect.ts";
import {
  judgeAgreement,
  type LabelScale,
  raterAgreement,
} from "../../metrics/agreement/label-agreement.ts";
import { labelledNoMistake, noMistake } from "../../metrics/agreement/labelled-mistakes.ts";

/**
 * The kind of mistake that people see in an answer: the classes that the family derives itself, and
 * `other` for what none of them says.
 */
export function errorClassAspect(classes: readonly string[]): Aspect {
  const scale: LabelScale = { values: [...classes, "other", noMistake], isOrdered: false };
  return {
    id: "error-class",
    title: "Error class",
    ...scale,
    scores: [labelledNoMistake],
    raterAgreement: (raters) => raterAgreement(scale, raters),
    judgeAgreement: judgeAgreement(scale),
  };
}
