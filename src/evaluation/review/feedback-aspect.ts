import type { Aspect } from "../../core/scores/aspect.ts";
import { judgeAgreement, raterAgreement } from "../../metrics/agreement/label-agreement.ts";

const scale = { values: ["Accept", "Reject", "Unclear"], isOrdered: false };

/** What people say of feedback from production: only what is accepted changes a dataset. */
export const feedbackAspect: Aspect = {
  id: "feedback",
  title: "Feedback",
  ...scale,
  scores: [],
  raterAgreement: (raters) => raterAgreement(scale, raters),
  judgeAgreement: judgeAgreement(scale),
};
