import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { leastConfidence, minConfidenceOption, minIouOption } from "./detection-options.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { fate } from "./match-events.ts";
import { weightedRatio } from "./weighted-ratio.ts";

export interface FalseAlarmOptions {
  readonly measure: string;
  /** Detections below it are no alarms. */
  readonly minConfidence: number;
  readonly minIou?: number;
  /** Shares packed events with other metrics; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * False alarms ÷ hours of video: detections that claim no truth when matched one to one by falling
 * confidence inside (video, type). A second detection of a truth is a false alarm; one that an
 * ambiguous event absorbs is none. The hours are those of all answered videos of known length, with
 * or without events.
 */
export function falseAlarmsPerHour({
  measure,
  minConfidence,
  minIou = 0.5,
  events: source = freshEvents,
}: FalseAlarmOptions): CorpusMetric<HasTimedEvents> {
  return {
    id: "false-alarms-per-hour",
    aliases: ["fah"],
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
    exposure: ({ durationSeconds }) => (durationSeconds ?? 0) / 3600,
    prepare(evidence) {
      const events = source.pack(evidence);
      const { detections } = events;
      const hours = events.hours.map((each) => (Number.isNaN(each) ? 0 : each));
      const { fates } = source.match(events, { minIous: [minIou], rule: "confidence" })[0]!;
      const alarms = new Float64Array(events.videoCount);
      for (let i = 0; i < fates.length; i++) {
        const isFalse = fates[i] === fate.falseAlarm || fates[i] === fate.duplicate;
        if (
          isFalse &&
          detections.confidence[i]! >= minConfidence &&
          hours[detections.video[i]!]! > 0
        )
          alarms[detections.video[i]!]!++;
      }
      return weightedRatio(alarms, hours);
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "false-alarms-per-hour",
    group: "detection",
    title: "False alarms per hour (FAH)",
    options: [minConfidenceOption, minIouOption],
    page: () => ({
      definition:
        "Detections from a confidence on that claim no truth when matched one to one inside (video, type), most confident first, divided by the hours of all answered videos of known length, with or without events.",
      formula: "FAH = unmatched detections ÷ Σ hours",
      citation:
        "VIGIL-RAG evaluation framework, with matching by video and type; TRECVID surveillance event detection for rates per hour",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "A second detection of a truth is a false alarm (the table of false alarms counts them apart); one that an ambiguous event absorbs is none. Videos without an answer are left out, since silence would flatter them. Not defined without hours.",
      signatures: [falseAlarmsPerHour({ measure: "", minConfidence: 0.5 }).signature],
    }),
    offers: [
      offer({
        id: "false-alarms-per-hour",
        title: "False alarms per hour",
        reads: "events",
        options: [minIouOption, minConfidenceOption],
        create: (measure, { minConfidence, ...given }) => [
          falseAlarmsPerHour({ measure, ...given, minConfidence: leastConfidence(minConfidence) }),
        ],
      }),
    ],
  },
];
