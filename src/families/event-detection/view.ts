import type { ScoredBy } from "../../core/family/scored-by.ts";
import type { BriefView, TimelineMark, View } from "../../core/scores/view.ts";
import { judgeDetections } from "../../metrics/detection/judge-detections.ts";
import { spanText } from "../shared/span-text.ts";
import { eventTypesOf } from "./event-types.ts";
import { isCounted, keptDetections } from "./kept-detections.ts";
import type { EventOptions, EventPrediction, EventSample } from "./schema.ts";

/**
 * A video on a timeline: what happens and what was reported, one pair of lanes for each type,
 * coloured by what became of it; grey what is not counted.
 */
export function eventView(
  sample: EventSample,
  prediction: EventPrediction | null,
  scored: ScoredBy<EventOptions>,
): View {
  const options = scored.options;
  const events = keptDetections(prediction?.events ?? [], options);
  const counted = events.filter((event) => isCounted(event, options));
  const judged = judgeDetections({ truths: sample.events, detections: counted }, options.minIou);
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
                text: event.ambiguous
                  ? `${type} (ambiguous)`
                  : missed.has(at)
                    ? `${type}: missed`
                    : type,
                tone: event.ambiguous ? "neutral" : missed.has(at) ? "caution" : "reference",
              },
            ]
          : [],
      ),
    },
    {
      label: "reported",
      marks: events.flatMap((event): readonly TimelineMark[] => {
        if (event.type !== type) return [];
        const became = judged.detections[counted.indexOf(event)];
        const remark =
          became === undefined ? ": not counted" : became.error === null ? "" : `: ${became.error}`;
        const tone = became === undefined ? "neutral" : became.error === null ? "good" : "bad";
        const { startSeconds, endSeconds, confidence } = event;
        return [
          { startSeconds, endSeconds, text: `${type} ${confidence.toFixed(2)}${remark}`, tone },
        ];
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
              label:
                "Events: truth above, amber where missed; reported below, red where wrong, grey where too unsure to count",
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
          ...(counted.length < events.length ? [["counted", String(counted.length)] as const] : []),
          ["missed", String(judged.missed.length)],
          ...(sample.domain ? [["domain", sample.domain] as const] : []),
        ],
      },
    ],
  };
}

const briefEvents = 6;

/** What happens when, and what was reported. */
export function eventBrief({ events }: EventSample, prediction: EventPrediction | null): BriefView {
  const line = (found: EventSample["events"] | EventPrediction["events"]) => {
    const first = found
      .slice(0, briefEvents)
      .map(({ type, startSeconds, endSeconds }) =>
        `${type} ${spanText(startSeconds, endSeconds)}`.trimStart(),
      );
    return [...first, ...(found.length > briefEvents ? ["…"] : [])].join(", ") || "nothing";
  };
  return { truth: line(events), answer: prediction ? line(prediction.events) : undefined };
}
