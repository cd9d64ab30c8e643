import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { type RankedAlarms, rankedAlarms } from "./ranked-alarms.ts";

/** Alarms of all types by falling confidence, and what they are set against. */
export interface PackedAlarms extends RankedAlarms {
  /** Of each video. */
  readonly hours: Float64Array;
  readonly truths: Float64Array;
}

export interface PackAlarmsOptions {
  readonly minIou: number;
  readonly events?: EventSource | undefined;
}

/** Videos of unknown length are kept, so that weights fit, but are empty. */
export function packAlarms(
  evidence: Iterable<HasTimedEvents>,
  { minIou, events: source = freshEvents }: PackAlarmsOptions,
): PackedAlarms {
  const events = source.pack(evidence);
  const { detections, truths, videoCount } = events;
  const hours = events.hours.map((each) => (Number.isNaN(each) ? 0 : each));
  const matches = source.match(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const truthCounts = new Float64Array(videoCount);
  for (let j = 0; j < truths.video.length; j++)
    if (!truths.ambiguous[j] && hours[truths.video[j]!]! > 0) truthCounts[truths.video[j]!]!++;
  return {
    ...rankedAlarms(events, matches, (i) => hours[detections.video[i]!]! > 0),
    hours,
    truths: truthCounts,
  };
}
