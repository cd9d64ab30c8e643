import { temporalIou } from "../../math/temporal-iou.ts";
import { leastConfidence } from "../../metrics/detection/detection-options.ts";
import type { DetectedEvent as MeasuredEvent } from "../../metrics/detection/has-events.ts";
import type { DetectedEvent, EventOptions } from "./schema.ts";

export type KeptRule = Pick<EventOptions, "suppressIou" | "mostDetections">;

/**
 * The detections that are read: all as they stand; with a rule, the surest first, equally sure ones
 * in their order.
 */
export function keptDetections(
  events: readonly DetectedEvent[],
  { suppressIou, mostDetections }: KeptRule,
): readonly MeasuredEvent[] {
  if (suppressIou === undefined && mostDetections === undefined) return events.map(measured);
  const sorted = events.toSorted((a, b) => b.confidence - a.confidence);
  const kept = suppressIou === undefined ? sorted : suppressed(sorted, suppressIou);
  return kept.slice(0, mostDetections).map(measured);
}

/**
 * Whether a detection is an alarm; all are while the least confidence is still to be chosen from
 * the data.
 */
export function isCounted(
  { confidence }: { readonly confidence: number },
  { minConfidence }: Pick<EventOptions, "minConfidence">,
): boolean {
  return minConfidence === "calibrated" || confidence >= leastConfidence(minConfidence);
}

function suppressed(sorted: readonly DetectedEvent[], minIou: number): readonly DetectedEvent[] {
  const kept: DetectedEvent[] = [];
  for (const event of sorted)
    if (!kept.some((other) => other.type === event.type && overlap(other, event) >= minIou))
      kept.push(event);
  return kept;
}

function overlap(a: DetectedEvent, b: DetectedEvent): number {
  return temporalIou(a.startSeconds, a.endSeconds, b.startSeconds, b.endSeconds);
}

/** Every detection of one shape: a million of them are read faster. */
function measured({
  type,
  startSeconds,
  endSeconds,
  confidence,
  alertSeconds,
}: DetectedEvent): MeasuredEvent {
  return alertSeconds === undefined
    ? { type, startSeconds, endSeconds, confidence }
    : { type, startSeconds, endSeconds, confidence, alertSeconds };
}
