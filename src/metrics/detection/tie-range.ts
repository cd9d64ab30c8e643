import {
  areas,
  matchingOf,
  type PrecisionCurve,
  type PrecisionOptions,
} from "./average-precision.ts";
import { fate, matchEvents } from "./match-events.ts";
import type { PackedEvents } from "./pack-events.ts";

/**
 * The lowest and highest mean average precision over all orders of equally sure detections: right
 * ones last, or first, among their equals. Which detections are right stays as it was matched, so
 * one pass over the detections at each tIoU is enough. `null` without truths.
 */
export function tieRange(
  events: PackedEvents,
  options: PrecisionOptions,
): readonly [low: number, high: number] | null {
  const low = meanPrecision(events, options, "right-last");
  const high = meanPrecision(events, options, "right-first");
  return low === null || high === null ? null : [low, high];
}

type Among = "right-first" | "right-last";

function meanPrecision(
  events: PackedEvents,
  { minIous, definition, match = matchEvents }: PrecisionOptions,
  among: Among,
): number | null {
  const { types, truths, detections } = events;
  const positives = new Uint32Array(types.length);
  for (let j = 0; j < truths.type.length; j++)
    if (!truths.ambiguous[j]) positives[truths.type[j]!]!++;
  const curve = {
    precisions: new Float64Array(detections.type.length),
    gains: new Float64Array(detections.type.length).fill(1),
    length: 0,
  };
  let sum = 0;
  let count = 0;
  for (const { fates } of match(events, { minIous, rule: matchingOf[definition] })) {
    for (let type = 0; type < types.length; type++) {
      if (positives[type] === 0) continue;
      trace(events, { fates, type, among, curve });
      sum += Math.min(1, areas[definition](curve, positives[type]!));
      count++;
    }
  }
  return count === 0 ? null : sum / count;
}

interface Traced {
  readonly fates: Uint8Array;
  readonly type: number;
  readonly among: Among;
  readonly curve: PrecisionCurve;
}

/** The precision at each match of a type, with its equals as they are to stand. */
function trace(
  { detections: { starts, confidence } }: PackedEvents,
  { fates, type, among, curve }: Traced,
): void {
  const end = starts[type + 1]!;
  let found = 0;
  let wrong = 0;
  curve.length = 0;
  for (let from = starts[type]!, to = from; from < end; from = to) {
    let right = 0;
    let equallyWrong = 0;
    for (; to < end && confidence[to] === confidence[from]; to++) {
      if (fates[to] === fate.match) right++;
      else if (fates[to] !== fate.absorbed) equallyWrong++;
    }
    const before = wrong + (among === "right-last" ? equallyWrong : 0);
    for (let one = 0; one < right; one++) {
      found++;
      curve.precisions[curve.length++] = found / (found + before);
    }
    wrong += equallyWrong;
  }
}
