import { type DetectionError, judgeDetections } from "../../metrics/detection/judge-detections.ts";
import type { EventPrediction, EventSample } from "./schema.ts";

/** The gravest kind of mistake in a video, at a tIoU of one half; `null` where all is right. */
export function eventErrorClass(sample: EventSample, prediction: EventPrediction): DetectionError | null {
  const { detections, missed } = judgeDetections({ truths: sample.events, detections: prediction.events }, 0.5);
  const found = new Set(detections.map(({ error }) => error));
  const order = ["wrong-type", "imprecise-boundary", "duplicate", "false-alarm"] as const;
  const explained = order.find((error) => found.has(error));
  if (missed.length > 0) return explained === "wrong-type" || explained === "imprecise-boundary" ? explained : "missed";
  return explained ?? null;
}
