import type { TimelineMark, View } from "../../core/view.ts";
import { judgeDetections } from "../../metrics/detection/judge-detections.ts";
import { eventTypesOf } from "./event-types.ts";
import type { EventPrediction, EventSample } from "./schema.ts";

/** A video on a timeline: what happens and what was reported, one pair of lanes for each type, coloured by what became of it. */
export function eventView(sample: EventSample, prediction: EventPrediction | null): View {
  const events = prediction?.events ?? [];
  const judged = judgeDetections({ truths: sample.events, detections: events }, 0.5);
  const missed = new Set(judged.missed);
  const ends = [...sample.events, ...events].map(({ endSeconds }) => endSeconds);
  const lanes = eventTypesOf([...sample.events, ...events]).flatMap((type) => [
    {
      label: type || "any",
      marks: sample.events.flatMap((event, at): readonly TimelineMark[] =>
        event.type === type
          ? [
              {
                startSeconds: event.startSeconds,
                endSeconds: event.endSeconds,
                text: event.ambiguous ? `${type} (ambiguous)` : missed.has(at) ? `${type}: missed` : type,
                tone: event.ambiguous ? "neutral" : missed.has(at) ? "caution" : "reference",
              },
            ]
          : [],
      ),
    },
    {
      label: "reported",
      marks: events.flatMap((event, at): readonly TimelineMark[] => {
        const error = judged.detections[at]!.error;
        const text = `${type} ${event.confidence.toFixed(2)}${error === null ? "" : `: ${error}`}`;
        return event.type === type
          ? [{ startSeconds: event.startSeconds, endSeconds: event.endSeconds, text, tone: error === null ? "good" : "bad" }]
          : [];
      }),
    },
  ]);
  return {
    title: sample.id,
    blocks: [
      ...(sample.media.length > 0 ? [{ kind: "media" as const, media: sample.media }] : []),
      ...(lanes.length > 0
        ? [
            {
              kind: "timeline" as const,
              label: "Events: truth above, amber where missed; reported below, red where wrong",
              startSeconds: 0,
              endSeconds: sample.durationSeconds ?? Math.max(...ends),
              lanes,
            },
          ]
        : []),
      {
        kind: "facts",
        facts: [
          ["events", String(sample.events.length)],
          ["reported", String(events.length)],
          ["missed", String(judged.missed.length)],
          ...(sample.domain ? [["domain", sample.domain] as const] : []),
        ],
      },
    ],
  };
}
