import { accuracyPage } from "./accuracy.ts";
import { agreementPages } from "./agreement/index.ts";
import { answerPages } from "./answers/answer-pages.ts";
import { chanceCorrectedAccuracyPage } from "./chance-corrected-accuracy.ts";
import { choicePositionsPage } from "./choice-positions.ts";
import { classificationPages } from "./classification/index.ts";
import { detectionPages } from "./detection/index.ts";
import { dialoguePages } from "./dialogue/dialogue-pages.ts";
import { macroAccuracyPage } from "./macro-accuracy.ts";
import type { MetricPage } from "./metric-page.ts";
import { momentPages } from "./moments/index.ts";
import { parseRatePage } from "./parse-rate.ts";
import { regressionPages } from "./regression/index.ts";
import { retrievalPages } from "./retrieval/index.ts";
import { textPages } from "./text/index.ts";

/** What the reference says about every metric, group by group. */
export const metricPages: readonly MetricPage[] = [
  ...[accuracyPage, macroAccuracyPage, chanceCorrectedAccuracyPage, parseRatePage, choicePositionsPage],
  ...classificationPages,
  ...agreementPages,
  ...regressionPages,
  ...textPages,
  ...detectionPages,
  ...momentPages,
  ...retrievalPages,
  ...answerPages,
  ...dialoguePages,
];
