import { type DetectionError, judgeDetections } from "../../metrics/detection/judge-detections.ts";
import { isCounted, keptDetections } from "./kept-detections.ts";
import type { EventEvidence } from "./metrics.ts";
import type { EventOptions, EventPrediction, EventSample } from "./schema.ts";

/** All kinds of mistakes, as people may name them too. */
export const eventErrors: readonly DetectionError[] = [
  "false-alarm",
  "missed",
  "wrong-type",
  "imprecise-boundary",
  "duplicate",
];

type Judged = Pick<EventEvidence, "truths" | "detections"> & {
  readonly split?: string | undefined;
};

/**
 * The gravest kind of mistake in a video, among the detections that count and at the tIoU of a
 * match; `null` where all is right, or where no overlap can tell because all events are moments
 * without length.
 */
export function eventErrorClass(
  sample: EventSample,
  prediction: EventPrediction,
  options: EventOptions,
): DetectionError | null {
  return gravestError(
    {
      truths: sample.events,
      detections: keptDetections(prediction.events, options),
      split: sample.split,
    },
    options,
  );
}

/** The same from what was measured. */
export function gravestError(
  { truths, detections: kept, split }: Judged,
  options: EventOptions,
): DetectionError | null {
  if (options.validationSplit !== undefined && split === options.validationSplit) return null;
  if (
    truths.length > 0 &&
    truths.every(({ startSeconds, endSeconds }) => startSeconds === endSeconds)
  )
    return null;
  const counted = kept.filter((event) => isCounted(event, options));
  const { detections, missed } = judgeDetections({ truths, detections: counted }, options.minIou);
  const found = new Set(detections.map(({ error }) => error));
  const order = ["wrong-type", "imprecise-boundary", "duplicate", "false-alarm"] as const;
  const explained = order.find((error) => found.has(error));
  if (missed.length > 0)
    return explained === "wrong-type" || explained === "imprecise-boundary" ? explained : "missed";
  return explained ?? null;
}
