import { defineFamily } from "../../core/family.ts";
import { retrievalBaselines } from "./baselines.ts";
import { retrievalChecks } from "./checks.ts";
import { retrievalDegradations } from "./degradations.ts";
import { retrievalErrorClass } from "./error-class.ts";
import { retrievalExamples } from "./examples.ts";
import { retrievalExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import { retrievalScoring } from "./metrics.ts";
import { retrievalOptionsSchema, retrievalPredictionSchema, retrievalSampleSchema } from "./schema.ts";
import { retrievalView } from "./view.ts";

/** Are the right moments of long videos found, and is the answer grounded in them? */
export const retrieval = defineFamily({
  id: "retrieval",
  version: 1,
  summary: "Are the right moments of long videos found, and is the answer grounded in them?",
  sampleSchema: retrievalSampleSchema,
  predictionSchema: retrievalPredictionSchema,
  optionsSchema: retrievalOptionsSchema,
  formats,
  predictionFormats,
  extractors: ["json"],
  measures: (options) => retrievalScoring(options).measures,
  metrics: (options) => retrievalScoring(options).metrics,
  analyses: (options) => retrievalScoring(options).analyses,
  slices: ({ kind, domain, difficulty, durationSeconds }) => ({
    ...(kind ? { kind } : {}),
    ...(domain ? { domain } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(durationSeconds === null ? {} : { length: lengthOf(durationSeconds) }),
  }),
  media: ({ media }) => media,
  protocols: {},
  graders: [],
  baselines: retrievalBaselines,
  degradations: retrievalDegradations,
  checks: retrievalChecks,
  errorClass: retrievalErrorClass,
  exports: retrievalExports,
  view: retrievalView,
  examples: retrievalExamples,
});

function lengthOf(seconds: number): string {
  if (seconds <= 180) return "up to 3 min";
  return seconds <= 1800 ? "3 to 30 min" : "over 30 min";
}
