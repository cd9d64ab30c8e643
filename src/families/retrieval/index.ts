import { defineFamily } from "../../core/family.ts";
import { retrievalBaselines } from "./baselines.ts";
import { chat, promptNote } from "./chat.ts";
import { retrievalChecks } from "./checks.ts";
import { retrievalDegradations } from "./degradations.ts";
import { encoder } from "./encoder.ts";
import { retrievalErrorClass } from "./error-class.ts";
import { retrievalExamples } from "./examples.ts";
import { retrievalExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import { judge } from "./graders.ts";
import { retrievalScoring } from "./metrics.ts";
import { retrievalOptionsSchema, retrievalPredictionSchema, retrievalSampleSchema } from "./schema.ts";
import { transcriptTexts } from "./transcript-texts.ts";
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
  measures: (options, graders) => retrievalScoring(options, graders).measures,
  metrics: (options, graders) => retrievalScoring(options, graders).metrics,
  analyses: (options, graders) => retrievalScoring(options, graders).analyses,
  slices: ({ kind, domain, difficulty, durationSeconds }) => ({
    ...(kind ? { kind } : {}),
    ...(domain ? { domain } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(durationSeconds === null ? {} : { length: lengthOf(durationSeconds) }),
  }),
  media: ({ media }) => media,
  texts: transcriptTexts,
  withoutTruth: ({ id, durationSeconds, media, question, domain, transcript }) => ({
    id,
    question,
    durationSeconds,
    media,
    ...(domain === undefined ? {} : { domain }),
    ...(transcript === undefined ? {} : { transcript }),
  }),
  probes: { withMedia: (sample, media) => ({ ...sample, media }) },
  protocols: { chat, encoder },
  promptNote,
  graders: [judge],
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
