import type { Degradation } from "../../core/family/proof-facet.ts";
import type { Random } from "../../core/random.ts";
import type { DetectedEvent, EventPrediction, EventSample } from "./schema.ts";

type Change = (
  events: readonly DetectedEvent[],
  sample: EventSample,
  random: Random,
) => readonly DetectedEvent[];

interface Noise {
  readonly metric: string;
  readonly amounts: readonly number[];
  change(amount: number): Change;
}

function noise(
  id: string,
  summary: string,
  { metric, amounts, change }: Noise,
): Degradation<EventSample, EventPrediction> {
  return {
    id,
    summary,
    metric,
    amounts,
    apply: ({ events }, sample, { amount, random }) => ({
      events: amount === 0 ? events : change(amount)(events, sample, random),
    }),
  };
}

/**
 * Ways in which the oracle is made worse. A draw is made for every event whatever the amount, so
 * that more spoils what less spoilt.
 */
export const eventDegradations: readonly Degradation<EventSample, EventPrediction>[] = [
  noise("shifted", "every event is moved by this share of its length", {
    metric: "truth-iou",
    amounts: [0.1, 0.3, 0.6, 1.1],
    change: (share) => (events) =>
      events.map((event) => {
        const shift = share * (event.endSeconds - event.startSeconds);
        return {
          ...event,
          startSeconds: event.startSeconds + shift,
          endSeconds: event.endSeconds + shift,
        };
      }),
  }),
  noise(
    "jitter",
    "both ends of every event are moved at random, by up to this share of its length",
    {
      metric: "truth-iou",
      amounts: [0.1, 0.3, 0.6, 1],
      change: (share) => (events, _sample, random) =>
        events.map((event) => {
          const [first, last] = [random() - 0.5, random() - 0.5].map(
            (draw) => 2 * share * draw * (event.endSeconds - event.startSeconds),
          );
          const startSeconds = event.startSeconds + first!;
          return {
            ...event,
            startSeconds,
            endSeconds: Math.max(startSeconds, event.endSeconds + last!),
          };
        }),
    },
  ),
  noise("dropped", "this share of events is not reported", {
    metric: "event-f1-micro",
    amounts: [0.1, 0.25, 0.5, 1],
    change: (share) => (events, _sample, random) => events.filter(() => random() >= share),
  }),
  noise(
    "spurious",
    "so many alarms per hour that nothing stands behind, as sure as the true ones",
    {
      metric: "false-alarms-per-hour",
      amounts: [60, 240, 960],
      change: (perHour) => (events, sample, random) => [
        ...events,
        ...spurious(sample, perHour, random),
      ],
    },
  ),
  noise("wrong-type", "this share of events is given a type that does not exist", {
    metric: "event-f1-micro",
    amounts: [0.1, 0.25, 0.5, 1],
    change: (share) => (events, _sample, random) =>
      events.map((event) => (random() < share ? { ...event, type: `${event.type}?` } : event)),
  }),
  noise(
    "shuffled-scores",
    "beside every event stands an alarm about nothing; this share of them is surer than the event itself",
    {
      metric: "map",
      amounts: [0.1, 0.25, 0.5, 1],
      change: (share) => (events, sample, random) =>
        events.flatMap((event) => withRival(event, sample, random() < share)),
    },
  ),
];

/**
 * The event and an alarm after the video's end, less sure than any event by half unless the two
 * change their confidences.
 */
function withRival(
  event: DetectedEvent,
  { durationSeconds, events }: EventSample,
  isSurer: boolean,
): readonly DetectedEvent[] {
  const end = durationSeconds ?? Math.max(...events.map(({ endSeconds }) => endSeconds));
  const unsure = event.confidence / 2;
  const rival = {
    ...event,
    startSeconds: end + 10,
    endSeconds: end + 20,
    confidence: isSurer ? event.confidence : unsure,
  };
  return [{ ...event, confidence: isSurer ? unsure : event.confidence }, rival];
}

const most = 960;

/** Alarms of a tenth of a second at places that stay when there are more of them. */
function spurious(
  { durationSeconds, events }: EventSample,
  perHour: number,
  random: Random,
): readonly DetectedEvent[] {
  const seconds = durationSeconds ?? 60;
  const count = Math.ceil((seconds / 3600) * most);
  const type = events[0]?.type ?? "event";
  return Array.from({ length: count }, () => ({
    at: random() * seconds,
    isThere: random() < perHour / most,
    sure: 0.5 + random() / 2,
  })).flatMap(({ at, isThere, sure }) =>
    isThere ? [{ confidence: sure, endSeconds: at + 0.1, startSeconds: at, type }] : [],
  );
}
