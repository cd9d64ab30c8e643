import type { HasTimedEvents } from "./has-events.ts";
import { fate, matchEvents } from "./match-events.ts";
import { packEvents } from "./pack-events.ts";

/** Alarms of all types by falling confidence, without those that ambiguous events absorb. */
export interface PackedAlarms {
  readonly video: Uint32Array;
  readonly isMatch: Uint8Array;
  /** 1 where the next alarm has a lower confidence, so that a threshold can lie between. */
  readonly isLast: Uint8Array;
  /** Of each video. */
  readonly hours: Float64Array;
  readonly truths: Float64Array;
}

/** Videos of unknown length are kept, so that weights fit, but are empty. */
export function packAlarms(evidence: Iterable<HasTimedEvents>, minIou: number): PackedAlarms {
  const videos = Array.from(evidence, (each) => (each.durationSeconds ? each : { truths: [], detections: [], durationSeconds: 0 }));
  const events = packEvents(videos);
  const { detections, byConfidence } = events;
  const { fates } = matchEvents(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const counted = byConfidence.filter((i) => fates[i] !== fate.absorbed);
  return {
    video: counted.map((i) => detections.video[i]!),
    isMatch: Uint8Array.from(counted, (i) => (fates[i] === fate.match ? 1 : 0)),
    isLast: Uint8Array.from(counted, (i, at) => (detections.confidence[i] === detections.confidence[counted[at + 1]!] ? 0 : 1)),
    hours: Float64Array.from(videos, ({ durationSeconds }) => durationSeconds! / 3600),
    truths: Float64Array.from(videos, ({ truths }) => truths.filter(({ ambiguous }) => !ambiguous).length),
  };
}
