import { temporalIou } from "../../math/temporal-iou.ts";
import type { DetectedEvent } from "./schema.ts";

interface Fused {
  readonly type: string;
  readonly readings: Set<number>;
  /** Sums over the detections that became this one. */
  confidence: number;
  weight: number;
  start: number;
  end: number;
}

/**
 * What several readings of one video come to (weighted boxes fusion: Solovyev et al., 2021). By
 * falling confidence, a detection joins the event of its type that it overlaps most, if by at least
 * the tIoU and if no other detection of its reading is part of it yet; otherwise it begins one. An
 * event lies at the mean of its detections weighed by confidence, and is as sure as their sum over
 * the number of readings: what one of three readings saw keeps a third of its confidence.
 */
export function fuseDetections(
  readings: readonly (readonly DetectedEvent[])[],
  minIou: number,
): readonly DetectedEvent[] {
  const all = readings.flatMap((events, reading) => events.map((event) => ({ event, reading })));
  const fused: Fused[] = [];
  for (const { event, reading } of all.sort((a, b) => b.event.confidence - a.event.confidence)) {
    const joined = closest(fused, event, { reading, minIou });
    const into = joined ?? {
      type: event.type,
      readings: new Set<number>(),
      confidence: 0,
      weight: 0,
      start: 0,
      end: 0,
    };
    if (!joined) fused.push(into);
    // Detections of no confidence still have a place.
    const weight = Math.max(event.confidence, Number.MIN_VALUE * 2 ** 52);
    into.readings.add(reading);
    into.confidence += event.confidence;
    into.weight += weight;
    into.start += weight * event.startSeconds;
    into.end += weight * event.endSeconds;
  }
  return fused
    .map(({ type, confidence, weight, start, end }) => ({
      confidence: confidence / readings.length,
      endSeconds: Math.max(start / weight, end / weight),
      startSeconds: start / weight,
      type,
    }))
    .sort((a, b) => a.startSeconds - b.startSeconds);
}

function closest(
  fused: readonly Fused[],
  { type, startSeconds, endSeconds }: DetectedEvent,
  { reading, minIou }: { readonly reading: number; readonly minIou: number },
): Fused | undefined {
  let [best, highest]: [Fused | undefined, number] = [undefined, minIou];
  for (const one of fused) {
    if (one.type !== type || one.readings.has(reading)) continue;
    const iou = temporalIou(startSeconds, endSeconds, one.start / one.weight, one.end / one.weight);
    if (iou > highest || (iou === highest && !best)) [best, highest] = [one, iou];
  }
  return best;
}
