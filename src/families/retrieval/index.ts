import { defineFamily } from "../../core/family.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import { retrievalAspects } from "./aspects.ts";
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
import { questionKind } from "./question-kind.ts";
import {
  type RetrievalPrediction,
  type RetrievalSample,
  retrievalOptionsSchema,
  retrievalPredictionSchema,
  retrievalSampleSchema,
} from "./schema.ts";
import { retrievalTargets } from "./targets.ts";
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
  slices: ({ kind, question, domain, difficulty, durationSeconds }) => ({
    ...kindOf(kind, question),
    ...(domain ? { domain } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(durationSeconds === null ? {} : { length: lengthOf(durationSeconds) }),
  }),
  sliceSources: { length: "durationSeconds of the rows (VIGIL: duration_sec)" },
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
  probes: { withMedia: (sample, media) => ({ ...sample, media }), withFound },
  protocols: { chat, encoder },
  promptNote,
  graders: [judge],
  aspects: retrievalAspects,
  baselines: retrievalBaselines,
  degradations: retrievalDegradations,
  checks: retrievalChecks,
  targets: retrievalTargets,
  errorClass: retrievalErrorClass,
  exports: retrievalExports,
  view: retrievalView,
  examples: retrievalExamples,
});

/** As the set says or, where it says nothing, by the first word. */
function kindOf(kind: string | undefined, question: string): { readonly kind?: string } {
  const own = kind ?? questionKind(question);
  return own ? { kind: own } : {};
}

/**
 * A retriever without an answer found nothing; where our side failed, the reader has nothing to go
 * on.
 */
function withFound(sample: RetrievalSample, found: Outcome<RetrievalPrediction>): RetrievalSample {
  if (found.kind === "answered") return { ...sample, found: { clips: found.value.clips } };
  const isOurs = found.kind === "failed" || found.kind === "media-error";
  return {
    ...sample,
    found: {
      clips: [],
      ...(isOurs ? { problem: `nothing was found for it: ${found.reason}` } : {}),
    },
  };
}

function lengthOf(seconds: number): string {
  if (seconds <= 180) return "up to 3 min";
  return seconds <= 1800 ? "3 to 30 min" : "over 30 min";
}
