import { defineFamily } from "../../core/family.ts";
import { eventBaselines } from "./baselines.ts";
import { chat, promptNote } from "./chat.ts";
import { eventChecks } from "./checks.ts";
import { eventDegradations } from "./degradations.ts";
import { eventErrorClass } from "./error-class.ts";
import { eventExamples } from "./examples.ts";
import { eventExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import { fuseDetections } from "./fuse-detections.ts";
import { eventLateRules } from "./late-rules.ts";
import { eventAnalyses, eventMeasures, eventMetrics } from "./metrics.ts";
import { eventOptionsSchema, eventPredictionSchema, eventSampleSchema } from "./schema.ts";
import { eventTargets } from "./targets.ts";
import { eventView } from "./view.ts";

/** What overlaps less in two repeats are two events. */
const voteIou = 0.5;

/** Which events happen when in a video, at how many false alarms per hour? */
export const eventDetection = defineFamily({
  id: "event-detection",
  version: 1,
  summary: "Which events happen when in a video, at how many false alarms per hour?",
  sampleSchema: eventSampleSchema,
  predictionSchema: eventPredictionSchema,
  optionsSchema: eventOptionsSchema,
  formats,
  predictionFormats,
  extractors: ["json"],
  measures: eventMeasures,
  metrics: eventMetrics,
  analyses: eventAnalyses,
  slices: ({ domain }) => (domain === undefined ? {} : { domain }),
  media: ({ media }) => media,
  withoutTruth: ({ id, durationSeconds, media, domain }) => ({
    id,
    durationSeconds,
    media,
    ...(domain === undefined ? {} : { domain }),
  }),
  probes: { withMedia: (sample, media) => ({ ...sample, media }) },
  protocols: { chat },
  promptNote,
  graders: [],
  baselines: eventBaselines,
  degradations: eventDegradations,
  checks: eventChecks,
  targets: eventTargets,
  vote: (predictions) => ({
    events: fuseDetections(
      predictions.map(({ events }) => events),
      voteIou,
    ),
  }),
  errorClass: eventErrorClass,
  lateRules: eventLateRules,
  exports: eventExports,
  view: eventView,
  examples: eventExamples,
});
