import { defineFamily } from "../../core/family.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import { retrievalAbout } from "./about.ts";
import { questionAnnotating } from "./annotating.ts";
import { retrievalAspects } from "./aspects.ts";
import { retrievalBaselines } from "./baselines.ts";
import { chat, promptNote } from "./chat.ts";
import { retrievalChecks } from "./checks.ts";
import { compareEvidence } from "./compare-evidence.ts";
import { retrievalDegradations } from "./degradations.ts";
import { encoder } from "./encoder.ts";
import { retrievalErrorClass } from "./error-class.ts";
import { retrievalExamples } from "./examples.ts";
import { retrievalExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import { judge } from "./graders.ts";
import { retrievalScoring } from "./metrics.ts";
import { retrievalProfiles } from "./profiles.ts";
import { proposeAnswer } from "./propose.ts";
import { questionKind } from "./question-kind.ts";
import { ratedRetrieval } from "./rated.ts";
import {
  type RetrievalPrediction,
  type RetrievalSample,
  retrievalOptionsSchema,
  retrievalPredictionSchema,
  retrievalSampleSchema,
} from "./schema.ts";
import { retrievalStarter } from "./starter.ts";
import { retrievalTargets } from "./targets.ts";
import { transcriptTexts } from "./transcript-texts.ts";
import { retrievalBrief, retrievalView } from "./view.ts";

export type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";

/** Are the right moments of long videos found, and is the answer grounded in them? */
export const retrieval = defineFamily({
  ...retrievalAbout,
  data: {
    sample: retrievalSampleSchema,
    prediction: retrievalPredictionSchema,
    options: retrievalOptionsSchema,
    formats,
    predictionFormats,
    refs: ({ media }) => media,
    texts: transcriptTexts,
    checks: retrievalChecks,
    profiles: retrievalProfiles,
    starter: retrievalStarter,
  },
  asking: {
    protocols: { chat, encoder },
    promptNote,
    extractors: ["json"],
    probes: { withMedia: (sample, media) => ({ ...sample, media }), withFound },
    asked: ({ id, question, media, transcript, found, answer, evidence }, { attribution }) => ({
      id,
      question,
      media,
      transcript,
      found,
      // Questions without a known answer are only searched for.
      isAnswered: answer !== null,
      ...(attribution ? { evidence } : {}),
    }),
    withoutTruth: ({ id, durationSeconds, media, question, domain, transcript }) => ({
      id,
      question,
      durationSeconds,
      media,
      ...(domain === undefined ? {} : { domain }),
      ...(transcript === undefined ? {} : { transcript }),
    }),
  },
  scoring: (options, { graders }) => ({
    ...retrievalScoring(options, graders),
    slices: ({ kind, question, domain, difficulty, durationSeconds }) => ({
      ...kindOf(kind, question),
      ...(domain ? { domain } : {}),
      ...(difficulty ? { difficulty } : {}),
      ...(durationSeconds === null ? {} : { length: lengthOf(durationSeconds) }),
    }),
    sliceSources: { length: "durationSeconds of the rows (VIGIL: duration_sec)" },
    errorClass: (sample, prediction, grades) =>
      retrievalErrorClass(sample, prediction, { options, graders, grades }),
  }),
  people: {
    graders: [judge],
    aspects: retrievalAspects,
    compareAnnotators: compareEvidence,
    annotating: questionAnnotating,
    propose: proposeAnswer,
  },
  proof: {
    baselines: retrievalBaselines,
    degradations: retrievalDegradations,
    targets: retrievalTargets,
    examples: retrievalExamples,
  },
  display: {
    view: retrievalView,
    brief: retrievalBrief,
    rated: ratedRetrieval,
    exports: retrievalExports,
  },
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
