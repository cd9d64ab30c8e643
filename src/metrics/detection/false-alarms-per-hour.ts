import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { fate, matchEvents } from "./match-events.ts";
import { packEvents } from "./pack-events.ts";
import { weightedRatio } from "./weighted-ratio.ts";

export interface FalseAlarmOptions {
  readonly measure: string;
  /** Detections below it are no alarms. */
  readonly minConfidence: number;
  readonly minIou?: number;
}

/**
 * False alarms ÷ hours of video: detections that claim no truth when matched one to one by falling confidence inside (video, type). A
 * second detection of a truth is a false alarm; one that an ambiguous event absorbs is none. The hours are those of all answered videos of
 * known length, with or without events.
 */
export function falseAlarmsPerHour({ measure, minConfidence, minIou = 0.5 }: FalseAlarmOptions): CorpusMetric<HasTimedEvents> {
  return {
    id: "false-alarms-per-hour",
    title: "False alarms per hour",
    signature: signature("false-alarms-per-hour", 1, {
      duplicates: "false-alarms",
      hours: "answered",
      matching: "confidence",
      minConfidence,
      minIou,
    }),
    measure,
    kind: "corpus",
    best: 0,
    worst: null,
    population: "answered",
    counts: ({ durationSeconds }) => durationSeconds !== null,
    prepare(evidence) {
      const videos = [...evidence];
      const hours = Float64Array.from(videos, ({ durationSeconds }) => (durationSeconds ?? 0) / 3600);
      const events = packEvents(videos);
      const { detections } = events;
      const { fates } = matchEvents(events, { minIous: [minIou], rule: "confidence" })[0]!;
      const alarms = new Float64Array(events.videoCount);
      for (let i = 0; i < fates.length; i++) {
        const isFalse = fates[i] === fate.falseAlarm || fates[i] === fate.duplicate;
        if (isFalse && detections.confidence[i]! >= minConfidence && hours[detections.video[i]!]! > 0) alarms[detections.video[i]!]!++;
      }
      return weightedRatio(alarms, hours);
    },
  };
}
