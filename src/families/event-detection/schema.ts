import { z } from "zod";
import { mediaRefSchema } from "../../core/data/media-ref-schema.ts";
import {
  activityNetIous,
  alertChoices,
  definitionOption,
  minConfidenceOption,
  minIouOption,
  tiouOption,
} from "../../metrics/detection/detection-options.ts";
import { spottingClassesOption } from "../../metrics/detection/spotting-map.ts";
import { metricOptionSchema } from "../shared/metric-option-schema.ts";

/** Default threshold: detections of lower confidence are not alarms. */
export const usualConfidence = 0.5;

const seconds = z.number();
const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const truthSchema = z
  .strictObject({
    /** Whether the event is there is open: finding it is neither right nor a false alarm. */
    ambiguous: z.boolean().optional(),
    description: z.string().optional(),
    endSeconds: seconds,
    /** The event's own name, where the set gives one. */
    id: z.string().optional(),
    startSeconds: seconds.min(0),
    type: z.string(),
  })
  .refine(({ startSeconds, endSeconds }) => endSeconds >= startSeconds, {
    path: ["endSeconds"],
    error: "must not be before the start",
  });
export type TruthEvent = z.infer<typeof truthSchema>;

/** One video with what happens in it, possibly nothing. */
export const eventSampleSchema = z.strictObject({
  /** Where the video comes from, such as factory or sports; targets and tables go by it. */
  domain: z.string().optional(),
  durationSeconds: z.number().positive().nullable(),
  events: z.array(truthSchema).readonly(),
  group: z.string().min(1),
  id: z.string().min(1),
  media: z.array(mediaRefSchema).readonly(),
  metadata: z.record(z.string(), metadataValue),
  split: z.string().optional(),
});
export type EventSample = z.infer<typeof eventSampleSchema>;

const detectionSchema = z
  .strictObject({
    /** When in the video the system raised the alarm. */
    alertSeconds: seconds.optional(),
    /** Higher is surer; only the order matters, but for fixed thresholds. */
    confidence: z.number(),
    endSeconds: seconds,
    startSeconds: seconds,
    type: z.string().min(1),
  })
  .refine(({ startSeconds, endSeconds }) => endSeconds >= startSeconds, {
    path: ["endSeconds"],
    error: "must not be before the start",
  });
export type DetectedEvent = z.infer<typeof detectionSchema>;

const frameScoresSchema = z.strictObject({
  /** One score may stand for several frames: 16 with features of clips. */
  framesPerScore: z.int().min(1),
  framesPerSecond: z.number().positive(),
  /**
   * How sure the system is at every frame, in the order of time; without a type, that anything
   * happens.
   */
  tracks: z
    .array(
      z.strictObject({
        scores: z.array(z.number()).readonly(),
        type: z.string().min(1).optional(),
      }),
    )
    .readonly(),
});
export type FrameScores = z.infer<typeof frameScoresSchema>;

/** What a system claims to have seen in a video. */
export const eventPredictionSchema = z.strictObject({
  events: z.array(detectionSchema).readonly(),
  frameScores: frameScoresSchema.optional(),
});
export type EventPrediction = z.infer<typeof eventPredictionSchema>;

const iou = z.number().gt(0).max(1);
const askSchema = z.enum(["all-types", "one-type"]);

/** What a task of this family can set. */
export const eventOptionsSchema = z
  .strictObject({
    definition: metricOptionSchema(definitionOption).default("activitynet"),
    tiou: metricOptionSchema(tiouOption)
      .optional()
      .describe(
        `The thresholds of tIoU that mAP averages over; ${tiouOption.default} if left out.`,
      ),
    minIous: z
      .array(iou)
      .min(1)
      .optional()
      .meta({ deprecated: true, description: "An older name of tiou." }),
    minIou: metricOptionSchema(minIouOption)
      .default(0.5)
      .describe("The least tIoU of a match, for F1, false alarms, miss rate and latency."),
    minConfidence: z
      .union([metricOptionSchema(minConfidenceOption), z.literal("calibrated")])
      .default(usualConfidence)
      .describe(
        "Detections below it are no alarms, for F1, false alarms and latency; none: all are; calibrated: the confidence of highest macro F1 on validationSplit.",
      ),
    validationSplit: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Videos of this split are asked like all others and count in no score: minConfidence can be calibrated on them.",
      ),
    alert: z
      .enum(alertChoices)
      .default("reported-or-end")
      .describe(
        "What counts as the moment of an alert: the one that was reported, or the start or end of the detection.",
      ),
    spotting: z
      .boolean()
      .default(false)
      .describe("SoccerNet's mAP of moments, loose and tight, before the scores by overlap."),
    spottingClasses: metricOptionSchema(spottingClassesOption).default("with-truth"),
    frames: z
      .enum(["none", "types", "any"])
      .default("none")
      .describe(
        "Also scores of single frames: mAP of each type (MultiTHUMOS), or ROC AUC of anything happening (UCF-Crime).",
      ),
    suppressIou: iou
      .optional()
      .describe(
        "Leaves out detections that overlap a surer one of their type by at least this tIoU (non-maximum suppression).",
      ),
    mostDetections: z
      .int()
      .min(1)
      .optional()
      .describe("Reads only so many detections of a video, the surest."),
    proposals: z
      .boolean()
      .default(false)
      .describe("Also the average recall at an average number of proposals (AR@AN)."),
    types: z
      .array(z.string().min(1))
      .default([])
      .describe(
        "The event types that a chat system is asked for; those that occur anywhere in the data if left out. Without either it names what it sees in its own words.",
      ),
    windowSeconds: z
      .number()
      .positive()
      .default(60)
      .describe("Length of the windows that a chat system is shown."),
    overlapSeconds: z.number().min(0).default(0).describe("How much neighbouring windows share."),
    ask: askSchema
      .default("all-types")
      .describe("Whether a chat system is asked once about a window, or once for each type."),
    mergeGapSeconds: z
      .number()
      .min(0)
      .default(1)
      .describe(
        "Detections of one type that are no further apart become one, as sure as the surest of them.",
      ),
    ensemble: z
      .array(
        z.strictObject({
          windowSeconds: z.number().positive().optional(),
          overlapSeconds: z.number().min(0).optional(),
          ask: askSchema.optional(),
        }),
      )
      .default([])
      .describe(
        "Several readings of every video by a chat system, each with its own windows and way of asking; what they agree on counts more.",
      ),
    ensembleIou: iou
      .default(0.5)
      .describe(
        "Detections of one type by different readings that overlap by this tIoU are one, at the mean of their confidences over all readings.",
      ),
  })
  .superRefine(
    (
      { tiou, minIous, minConfidence, validationSplit, windowSeconds, overlapSeconds, ensemble },
      context,
    ) => {
      const report = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      if (tiou && minIous) report(["minIous"], "is another name of tiou; give one of them");
      if (overlapSeconds >= windowSeconds)
        report(["overlapSeconds"], "must be below windowSeconds");
      for (const [at, member] of ensemble.entries())
        if ((member.overlapSeconds ?? overlapSeconds) >= (member.windowSeconds ?? windowSeconds))
          report(["ensemble", at], "overlapSeconds must be below windowSeconds");
      if (minConfidence === "calibrated" && validationSplit === undefined)
        report(["minConfidence"], "name the split that it is calibrated on as validationSplit");
    },
  )
  // Runs store the thresholds under their older name, and are compared by what they store.
  .transform(({ tiou, minIous = tiou ?? activityNetIous, ...options }) => ({
    ...options,
    minIous,
  }));
export type EventOptions = z.infer<typeof eventOptionsSchema>;
