import { defineFamily } from "../../core/family.ts";
import { errorClassAspect } from "../shared/error-class-aspect.ts";
import { eventDetectionAbout } from "./about.ts";
import { eventAnnotating } from "./annotating.ts";
import { eventBaselines } from "./baselines.ts";
import { chat, promptNote } from "./chat.ts";
import { eventChecks } from "./checks.ts";
import { compareEvents } from "./compare-events.ts";
import { eventDegradations } from "./degradations.ts";
import { eventErrorClass, eventErrors } from "./error-class.ts";
import { eventExamples } from "./examples.ts";
import { eventExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import { fuseDetections } from "./fuse-detections.ts";
import { eventLateRules } from "./late-rules.ts";
import { eventAnalyses, eventMeasures, eventMetrics } from "./metrics.ts";
import { eventProfiles } from "./profiles.ts";
import { proposeEvents } from "./propose.ts";
import { eventOptionsSchema, eventPredictionSchema, eventSampleSchema } from "./schema.ts";
import { eventStarter } from "./starter.ts";
import { stream } from "./stream.ts";
import { eventTargets } from "./targets.ts";
import { eventBrief, eventView } from "./view.ts";

export type { EventOptions, EventPrediction, EventSample } from "./schema.ts";

/** What overlaps less in two repeats are two events. */
const voteIou = 0.5;

/** Which events happen when in a video, at how many false alarms per hour? */
export const eventDetection = defineFamily({
  ...eventDetectionAbout,
  data: {
    sample: eventSampleSchema,
    prediction: eventPredictionSchema,
    options: eventOptionsSchema,
    formats,
    predictionFormats,
    refs: ({ media }) => media,
    checks: eventChecks,
    profiles: eventProfiles,
    starter: eventStarter,
  },
  asking: {
    protocols: { chat, stream },
    promptNote,
    extractors: ["json"],
    probes: { withMedia: (sample, media) => ({ ...sample, media }) },
    vote: (predictions) => ({
      events: fuseDetections(
        predictions.map(({ events }) => events),
        voteIou,
      ),
    }),
    asked: ({ id, durationSeconds, media }) => ({ id, durationSeconds, media }),
    withoutTruth: ({ id, durationSeconds, media, domain }) => ({
      id,
      durationSeconds,
      media,
      ...(domain === undefined ? {} : { domain }),
    }),
  },
  scoring: (options) => ({
    measures: eventMeasures(options),
    metrics: eventMetrics(options),
    analyses: eventAnalyses(options),
    slices: ({ domain }) => (domain === undefined ? {} : { domain }),
    errorClass: (sample, prediction) => eventErrorClass(sample, prediction, options),
    lateRules: eventLateRules(options),
  }),
  people: {
    graders: [],
    aspects: [errorClassAspect(eventErrors)],
    compareAnnotators: compareEvents,
    annotating: eventAnnotating,
    propose: proposeEvents,
  },
  proof: {
    baselines: eventBaselines,
    degradations: eventDegradations,
    targets: eventTargets,
    examples: eventExamples,
  },
  display: { view: eventView, brief: eventBrief, exports: eventExports },
});
