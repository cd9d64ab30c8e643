import type { ScoredBy } from "../../core/family.ts";
import { type DetectionError, judgeDetections } from "../../metrics/detection/judge-detections.ts";
import { isCounted, keptDetections } from "./kept-detections.ts";
import { type EventOptions, type EventPrediction, type EventSample, eventOptionsSchema } from "./schema.ts";

/**
 * The gravest kind of mistake in a video, among the detections that count and at the tIoU of a match; `null` where all is right, or where no overlap
 * can tell because all events are moments without length. Where the least confidence is chosen from the data, all detections count.
 */
export function eventErrorClass(sample: EventSample, prediction: EventPrediction, scored?: ScoredBy<EventOptions>): DetectionError | null {
  const options = scored?.options ?? eventOptionsSchema.parse({});
  if (options.validationSplit !== undefined && sample.split === options.validationSplit) return null;
  if (sample.events.length > 0 && sample.events.every(({ startSeconds, endSeconds }) => startSeconds === endSeconds)) return null;
  const counted = keptDetections(prediction.events, options).filter((event) => isCounted(event, options));
  const { detections, missed } = judgeDetections({ truths: sample.events, detections: counted }, options.minIou);
  const found = new Set(detections.map(({ error }) => error));
  const order = ["wrong-type", "imprecise-boundary", "duplicate", "false-alarm"] as const;
  const explained = order.find((error) => found.has(error));
  if (missed.length > 0) return explained === "wrong-type" || explained === "imprecise-boundary" ? explained : "missed";
  return explained ?? null;
}
