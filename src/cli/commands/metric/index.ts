import { agreementInput } from "./agreement-input.ts";
import { classificationInput } from "./classification-input.ts";
import { detectionInput } from "./detection-input.ts";
import { framesInput } from "./frames-input.ts";
import type { MetricInput } from "./metric-input.ts";
import { momentsInput } from "./moments-input.ts";
import { regressionInput } from "./regression-input.ts";
import { retrievalInput } from "./retrieval-input.ts";
import { textInput } from "./text-input.ts";

/** All kinds of plain files that `vidimus metric` reads, in the order of its list. */
export const metricInputs: readonly MetricInput[] = [
  textInput,
  detectionInput,
  framesInput,
  momentsInput,
  retrievalInput,
  classificationInput,
  agreementInput,
  regressionInput,
];
