import { type EventMatches, fate } from "./match-events.ts";
import type { PackedEvents } from "./pack-events.ts";

/** Detections of all types that count, by falling confidence. */
export interface RankedAlarms {
  readonly video: Uint32Array;
  readonly type: Uint32Array;
  readonly isMatch: Uint8Array;
  /** 1 where the next one has a lower confidence, so that a threshold can lie between. */
  readonly isLast: Uint8Array;
}

/**
 * Without those that ambiguous events absorb and those that do not count; plain loops, since there
 * may be millions.
 */
export function rankedAlarms(
  { detections, byConfidence }: PackedEvents,
  { fates }: EventMatches,
  counts: (detection: number) => boolean,
): RankedAlarms {
  const kept = new Uint32Array(byConfidence.length);
  let length = 0;
  for (let at = 0; at < byConfidence.length; at++) {
    const i = byConfidence[at]!;
    if (fates[i] !== fate.absorbed && counts(i)) kept[length++] = i;
  }
  const alarms = {
    video: new Uint32Array(length),
    type: new Uint32Array(length),
    isMatch: new Uint8Array(length),
    isLast: new Uint8Array(length),
  };
  for (let at = 0; at < length; at++) {
    const i = kept[at]!;
    alarms.video[at] = detections.video[i]!;
    alarms.type[at] = detections.type[i]!;
    alarms.isMatch[at] = fates[i] === fate.match ? 1 : 0;
    alarms.isLast[at] =
      at + 1 < length && detections.confidence[i] === detections.confidence[kept[at + 1]!] ? 0 : 1;
  }
  return alarms;
}
