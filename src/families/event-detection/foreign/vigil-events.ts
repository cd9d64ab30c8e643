import { z } from "zod";
import type {
  DocumentFormat,
  FolderFormat,
  RowPredictionFormat,
} from "../../../core/data/format.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { readVigilFolder } from "../../shared/vigil/vigil-folder.ts";
import { vigilVideo } from "../../shared/vigil/vigil-video.ts";
import { type EventPrediction, type EventSample, eventPredictionSchema } from "../schema.ts";

const eventSchema = z
  .looseObject({
    event_id: z.union([z.string(), z.number()]).optional(),
    event_type: z.string().min(1),
    start_sec: z.number().min(0),
    end_sec: z.number().min(0),
    confidence: z.number().min(0).max(1).optional(),
    review: z.boolean().optional(),
    needs_review: z.boolean().optional(),
    review_flag: z.boolean().optional(),
    description: z.string().optional(),
  })
  .refine(({ start_sec: start, end_sec: end }) => end >= start, {
    path: ["end_sec"],
    error: "must not be before start_sec",
  });

const videoSchema = z.looseObject({
  video_id: z.string().min(1),
  duration_sec: z.number().positive().optional(),
  domain: z.string().optional(),
  events: z.array(eventSchema),
});

/**
 * Event annotations of the VIGIL framework: one object for a video, or a list of them. An event
 * with confidence below 1 or a review flag is ambiguous.
 */
export const vigilEventsFormat: DocumentFormat<EventSample> = {
  id: "vigil-events",
  summary:
    "VIGIL event annotations: video_id, duration_sec, events (event_type, start_sec, end_sec, confidence, description)",
  media: "`<video_id>`; with a domain, first below `<domain>/videos/` and `<domain>/`",
  reads: "document",
  comments: true,
  read(document): Result<readonly EventSample[]> {
    const samples: EventSample[] = [];
    for (const [at, video] of (Array.isArray(document) ? document : [document]).entries()) {
      const read = readVideo(video);
      if (!read.ok) return failure(`${Array.isArray(document) ? `${at}.` : ""}${read.reason}`);
      samples.push(read.value);
    }
    return success(samples);
  },
};

/** The events of a whole benchmark folder, with the domain and the video that the folder says. */
export const vigilFolderFormat: FolderFormat<EventSample> = {
  id: "vigil-folder",
  summary:
    "VIGIL benchmark folder: <domain>/annotations/*.json with event annotations, <domain>/videos/<video_id>.mp4",
  media: "`<domain>/videos/<video_id>`",
  reads: "folder",
  comments: true,
  read: (folder) =>
    readVigilFolder(folder, {
      isOwn: (item) => "events" in item,
      names: ["video_id"],
      wanted: "event annotations",
      read(item, { domain, videoPath, nameOf }) {
        const read = readVideo(item);
        if (!read.ok) return read;
        const sample = read.value;
        const own = sample.domain ?? domain;
        const id = nameOf(sample.id);
        return success({
          ...sample,
          id,
          group: id,
          ...(own ? { domain: own } : {}),
          media: [vigilVideo(sample.id, domain, videoPath(sample.id))],
        });
      },
    }),
};

function readVideo(video: unknown): Result<EventSample> {
  const parsed = videoSchema.safeParse(video);
  if (parsed.success) return success(sampleOf(parsed.data));
  const [issue] = parsed.error.issues;
  return failure(`${issue?.path.join(".") || "document"}: ${issue?.message}`);
}

function sampleOf({
  video_id: id,
  duration_sec: duration,
  domain,
  events,
}: z.infer<typeof videoSchema>): EventSample {
  return {
    ...(domain ? { domain } : {}),
    durationSeconds: duration ?? null,
    events: events.map((event) => ({
      ...((event.confidence ?? 1) < 1 || event.review || event.needs_review || event.review_flag
        ? { ambiguous: true }
        : {}),
      ...(event.description ? { description: event.description } : {}),
      endSeconds: event.end_sec,
      ...(event.event_id === undefined ? {} : { id: String(event.event_id) }),
      startSeconds: event.start_sec,
      type: event.event_type,
    })),
    group: id,
    id,
    media: [vigilVideo(id, domain)],
    metadata: {},
  };
}

const detectionSchema = z.looseObject({
  event_type: z.string().min(1),
  start_sec: z.number(),
  end_sec: z.number(),
  confidence: z.number().default(1),
  alert_sec: z.number().optional(),
});
const detectionsSchema = z.array(detectionSchema);

/**
 * Event predictions of the VIGIL framework: one detection a row, or all of a video as its
 * annotations have them.
 */
export const vigilEventPredictions: RowPredictionFormat<EventSample, EventPrediction> = {
  id: "vigil-events",
  summary:
    "VIGIL event predictions: rows of video_id, event_type, start_sec, end_sec, confidence (1 if left out), alert_sec where known; or video_id and events",
  reads: "rows",
  comments: true,
  gathers: true,
  foundOnly: {
    nothing: [],
    listsAll: (rows) =>
      Array.isArray(rows) && rows.some((row) => isRecord(row) && Array.isArray(row.events)),
  },
  recognises: (head) =>
    isRecord(head) && "video_id" in head && ("event_type" in head || Array.isArray(head.events)),
  accepts: (reply) => listedIn(reply).some((event) => isRecord(event) && "event_type" in event),
  read(row) {
    if (!isRecord(row) || typeof row.video_id !== "string" || row.video_id === "")
      return failure("video_id is missing");
    return success({ id: row.video_id, raw: row });
  },
  interpret(raw) {
    const rows = Array.isArray(raw) ? (raw as readonly unknown[]) : [raw];
    const parsed = detectionsSchema.safeParse(rows.flatMap(listedIn));
    if (!parsed.success) return noAnswer("unparsed", firstIssue(parsed.error));
    const events = parsed.data.map(
      ({
        event_type: type,
        start_sec: startSeconds,
        end_sec: endSeconds,
        confidence,
        alert_sec: alert,
      }) => ({
        ...(alert === undefined ? {} : { alertSeconds: alert }),
        confidence,
        endSeconds,
        startSeconds,
        type,
      }),
    );
    const prediction = eventPredictionSchema.safeParse({ events });
    return prediction.success
      ? answered(prediction.data)
      : noAnswer("unparsed", firstIssue(prediction.error));
  },
};

/** Detections of a reply or a row: a list of them, those under `events`, or the one that it is. */
function listedIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isRecord(value) && Array.isArray(value.events)
    ? (value.events as readonly unknown[])
    : [value];
}
