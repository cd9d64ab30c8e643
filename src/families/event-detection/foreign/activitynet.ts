import type { DocumentFormat, DocumentPredictionFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { activityNetEvents } from "../../../metrics/detection/activitynet-events.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { EventPrediction, EventSample } from "../schema.ts";

/**
 * Ground truth of ActivityNet: `database` by video with subset, duration and annotations. `split:`
 * chooses the subset.
 */
export const activityNetFormat: DocumentFormat<EventSample> = {
  id: "activitynet",
  summary:
    "ActivityNet ground truth: database by video, with subset, duration, annotations (label, segment)",
  media: "`<video>` or `v_<video>`",
  reads: "document",
  read(document): Result<readonly EventSample[]> {
    const database = isRecord(document) ? document.database : undefined;
    if (!isRecord(database)) return failure("database is missing; it must be an object of videos");
    const samples: EventSample[] = [];
    for (const subset of new Set(
      Object.values(database).map((video) => (isRecord(video) ? video.subset : undefined)),
    )) {
      const read = activityNetEvents(
        document,
        { results: {} },
        typeof subset === "string" ? { subset } : {},
      );
      if (!read.ok) return read;
      for (const [id, { truths, durationSeconds }] of read.value.videos)
        samples.push({
          durationSeconds,
          events: truths.map(({ type, startSeconds, endSeconds }) => ({
            endSeconds,
            startSeconds: Math.max(0, startSeconds),
            type,
          })),
          group: id,
          id,
          media: [impliedVideo([id, `v_${id}`])],
          metadata: {},
          ...(typeof subset === "string" ? { split: subset } : {}),
        });
    }
    return success(samples);
  },
};

/**
 * Results of ActivityNet: `results` by video, each a list of label, segment and score. OpenTAD
 * writes the same.
 */
export const activityNetPredictions: DocumentPredictionFormat<EventSample, EventPrediction> = {
  id: "activitynet",
  summary: "ActivityNet results (also OpenTAD's): results by video, lists of label, segment, score",
  reads: "document",
  foundOnly: {
    nothing: [],
    listsAll: (detections) => Array.isArray(detections) && detections.length === 0,
  },
  recognises: (head) =>
    isRecord(head) && isRecord(head.results) && Object.values(head.results).every(Array.isArray),
  read(document) {
    const read = activityNetEvents({ database: {} }, document);
    if (!read.ok) return read;
    return success([...read.value.videos].map(([id, { detections }]) => ({ id, raw: detections })));
  },
  interpret(raw) {
    if (!Array.isArray(raw)) return noAnswer("unparsed", "no list of detections");
    return answered({ events: raw as EventPrediction["events"] });
  },
};
