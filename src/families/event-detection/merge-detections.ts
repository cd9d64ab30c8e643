import type { DetectedEvent } from "./schema.ts";

/**
 * Detections of one type that overlap or lie no further apart than the gap become one, as sure as
 * the surest of them.
 */
export function mergeDetections(
  events: readonly DetectedEvent[],
  gapSeconds: number,
): readonly DetectedEvent[] {
  const merged: DetectedEvent[] = [];
  const lastOf = new Map<string, number>();
  for (const event of events.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const at = lastOf.get(event.type);
    const before = at === undefined ? undefined : merged[at];
    if (at !== undefined && before && event.startSeconds <= before.endSeconds + gapSeconds)
      merged[at] = {
        ...before,
        confidence: Math.max(before.confidence, event.confidence),
        endSeconds: Math.max(before.endSeconds, event.endSeconds),
      };
    else {
      lastOf.set(event.type, merged.length);
      merged.push(event);
    }
  }
  return merged;
}
