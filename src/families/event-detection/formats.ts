import { z } from "zod";
import type {
  Format,
  PredictionFormat,
  RowFormat,
  RowPredictionFormat,
} from "../../core/data/format.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { isRecord } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { impliedVideo } from "../shared/implied-video.ts";
import { activityNetFormat, activityNetPredictions } from "./foreign/activitynet.ts";
import { soccernetFormat, soccernetPredictions } from "./foreign/soccernet.ts";
import { multithumosFormat, thumosFormat, thumosPredictions } from "./foreign/thumos.ts";
import { ucfCrimeFormat } from "./foreign/ucf-crime.ts";
import {
  vigilEventPredictions,
  vigilEventsFormat,
  vigilFolderFormat,
} from "./foreign/vigil-events.ts";
import { type EventPrediction, type EventSample, eventPredictionSchema } from "./schema.ts";

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const rowEventSchema = z.strictObject({
  type: z.string().min(1),
  start: z.number().min(0).describe("Seconds; the first moment at which it holds."),
  end: z.number().min(0).describe("Seconds; the last moment at which it holds."),
  ambiguous: z.boolean().optional().describe("Neither finding nor missing it counts."),
  description: z.string().optional(),
  fields: z
    .record(z.string(), fieldValue)
    .optional()
    .describe("What annotators were asked besides; kept for people, not scored."),
});

/** One row of the plain format. */
const plainVideoSchema = z.strictObject({
  id: z.string().min(1).describe("Names the video; must be unique in the set."),
  events: z.array(rowEventSchema).describe("What happens; empty where nothing does."),
  duration: z
    .number()
    .positive()
    .optional()
    .describe("Length of the video in seconds; rates per hour need it."),
  video: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Path of the video, relative to the media folder; if left out, it is looked for by the id.",
    ),
  domain: z
    .string()
    .optional()
    .describe("Where the video comes from; scores are broken down by it."),
  group: z
    .string()
    .min(1)
    .optional()
    .describe("What the video shares with others. Default: its id."),
  split: z.string().optional(),
  metadata: z.record(z.string(), fieldValue).default({}),
});

const plainFormat: RowFormat<EventSample> = {
  id: "jsonl",
  summary:
    "One object per row: id, events (type, start, end, ambiguous), and where wanted duration, video, domain, group, split, metadata",
  media: "`video`: a path; else `<id>`",
  reads: "rows",
  row: plainVideoSchema,
  read(row): Result<readonly EventSample[]> {
    const parsed = plainVideoSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const { id, events, duration = null, video, group = id, ...rest } = parsed.data;
    return success([
      {
        ...rest,
        id,
        durationSeconds: duration,
        events: events.map(({ start, end, fields: _, ...event }) => ({
          ...event,
          startSeconds: start,
          endSeconds: end,
        })),
        group,
        media: [video === undefined ? impliedVideo([id]) : { kind: "video", path: video }],
      },
    ]);
  },
};

/** Foreign sample layouts; the first is the default. */
export const formats: readonly Format<EventSample>[] = [
  plainFormat,
  vigilEventsFormat,
  vigilFolderFormat,
  activityNetFormat,
  thumosFormat,
  multithumosFormat,
  soccernetFormat,
  ucfCrimeFormat,
];

const rowDetectionSchema = z
  .strictObject({
    type: z.string().min(1),
    start: z.number(),
    end: z.number(),
    confidence: z.number().optional(),
    score: z.number().optional().describe("Another name of confidence."),
    alert: z.number().optional(),
    id: z.unknown().optional(),
    description: z.unknown().optional(),
  })
  .refine(({ confidence, score }) => confidence === undefined || score === undefined, {
    path: ["score"],
    error: "is another name of confidence; give one of them",
  });

const rowFramesSchema = z.strictObject({
  framesPerScore: z.int().min(1).default(1),
  framesPerSecond: z.number().positive(),
  tracks: z.array(
    z.strictObject({ type: z.string().min(1).optional(), scores: z.array(z.number()) }),
  ),
});

const rowPredictionSchema = z.looseObject({
  events: z.array(rowDetectionSchema),
  frames: rowFramesSchema.optional(),
});

const plainPredictions: RowPredictionFormat<EventSample, EventPrediction> = {
  id: "plain",
  summary:
    "Rows with id and events: type, start, end, confidence or score (1 if left out), and alert where known, in seconds; frames (framesPerSecond, tracks) where frames are scored",
  reads: "rows",
  recognises: (head) => isRecord(head) && typeof head.id === "string" && Array.isArray(head.events),
  accepts: (reply) =>
    listedIn(reply)?.every((event) => isRecord(event) && "start" in event) ?? false,
  read(row) {
    if (!isRecord(row) || typeof row.id !== "string" || row.id === "")
      return failure("id is missing; a row needs id and events");
    return success({ id: row.id, raw: row });
  },
  interpret(raw) {
    const parsed = rowPredictionSchema.safeParse(Array.isArray(raw) ? { events: raw } : raw);
    if (!parsed.success) return noAnswer("unparsed", firstIssue(parsed.error));
    const { events, frames } = parsed.data;
    return checked({
      ...(frames === undefined ? {} : { frameScores: frames }),
      events: events.map(({ type, start, end, confidence, score, alert }) => ({
        ...(alert === undefined ? {} : { alertSeconds: alert }),
        confidence: confidence ?? score ?? 1,
        endSeconds: end,
        startSeconds: start,
        type,
      })),
    });
  },
};

/** The events of a reply: the reply itself, or its member `events`. */
function listedIn(reply: unknown): readonly unknown[] | undefined {
  const events = isRecord(reply) ? reply.events : reply;
  return Array.isArray(events) ? (events as readonly unknown[]) : undefined;
}

/** A prediction that the family's schema accepts, or why it does not. */
function checked(prediction: unknown): Outcome<EventPrediction> {
  const parsed = eventPredictionSchema.safeParse(prediction);
  return parsed.success ? answered(parsed.data) : noAnswer("unparsed", firstIssue(parsed.error));
}

/** Foreign prediction layouts. */
export const predictionFormats: readonly PredictionFormat<EventSample, EventPrediction>[] = [
  plainPredictions,
  activityNetPredictions,
  thumosPredictions,
  soccernetPredictions,
  vigilEventPredictions,
];
