import type { Example } from "../../core/family/proof-facet.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import type { EventPrediction, EventSample } from "./schema.ts";

type Span = readonly [type: string, start: number, end: number];

function video(id: string, events: readonly Span[], ambiguous: readonly Span[] = []): EventSample {
  const event = ([type, startSeconds, endSeconds]: Span) => ({ endSeconds, startSeconds, type });
  return {
    durationSeconds: 1800,
    events: [
      ...events.map(event),
      ...ambiguous.map((span) => ({ ambiguous: true, ...event(span) })),
    ],
    group: id,
    id,
    media: [],
    metadata: {},
  };
}

function reports(...events: readonly (readonly [...Span, confidence: number])[]) {
  return answered<EventPrediction>({
    events: events.map(([type, startSeconds, endSeconds, confidence]) => ({
      confidence,
      endSeconds,
      startSeconds,
      type,
    })),
  });
}

const hall = video("hall", [
  ["fall", 100, 110],
  ["fire", 500, 600],
]);
const yard = video("yard", [["fall", 20, 40]], [["fire", 900, 950]]);
const quiet = video("quiet", []);

/**
 * Videos with reports and the scores they must get, worked out by hand; three videos of half an
 * hour.
 */
export const eventExamples: readonly Example<EventSample, EventPrediction>[] = [
  {
    name: "two falls found, one of them roughly, the fire missed, an ambiguous fire neither here nor there, one false alarm",
    samples: [hall, yard, quiet],
    outcomes: [
      reports(["fall", 100, 110, 0.9]),
      reports(["fall", 20, 32, 0.8], ["fire", 900, 950, 0.7]),
      reports(["fall", 5, 10, 0.6]),
    ],
    // Fall: both found before the false alarm, AP 1 at tIoU .5 (the second has .6); fire: 0 of 1.
    expected: {
      "map@0.5": 1 / 2,
      "map@0.65": (1 / 2 + 0) / 2,
      "event-f1-micro": (2 * 2) / (3 + 3),
      "event-f1-macro": ((2 * 2) / (3 + 2) + 0) / 2,
      "false-alarms-per-hour": 1 / 1.5,
      "truth-iou": (1 + 0.6 + 0) / 3,
      "match-iou": 0.8,
    },
  },
  {
    name: "a second report of the same event is a false alarm",
    samples: [hall],
    outcomes: [reports(["fire", 500, 600, 0.9], ["fire", 505, 600, 0.8], ["fall", 100, 110, 0.7])],
    expected: { "map@0.5": 1, "event-f1-micro": 4 / 5, "false-alarms-per-hour": 2 },
  },
  {
    name: "silence misses everything and raises no alarm; what failed is left out",
    samples: [hall, yard, quiet],
    outcomes: [reports(), noAnswer("refused", "declined"), noAnswer("failed", "no connection")],
    expected: {
      map: 0,
      "event-f1-micro": 0,
      "false-alarms-per-hour": 0,
      "latency-p95": null,
      "truth-iou": 0,
    },
  },
];
