import type { Check } from "../../core/family/data-facet.ts";
import { lookAlikes } from "../shared/look-alikes.ts";
import { eventTypesOf } from "./event-types.ts";
import type { EventSample, TruthEvent } from "./schema.ts";

function eachEvent(
  id: string,
  summary: string,
  wrong: (event: TruthEvent, sample: EventSample) => string | undefined,
): Check<EventSample> {
  return {
    id,
    summary,
    level: "warning",
    start: () => ({
      add(sample) {
        for (const event of sample.events) {
          const reason = wrong(event, sample);
          if (reason) return `${event.type} at ${event.startSeconds} s: ${reason}`;
        }
        return undefined;
      },
    }),
  };
}

/** The largest ratio between the numbers of two types of events. */
const largestImbalance = 10;

/** Rules that a set of videos with events should satisfy. */
export const eventChecks: readonly Check<EventSample>[] = [
  {
    ...eachEvent(
      "outside",
      "no event lies outside its video",
      ({ endSeconds }, { durationSeconds }) =>
        durationSeconds !== null && endSeconds > durationSeconds + 0.5
          ? `ends at ${endSeconds} s, after the video of ${durationSeconds} s`
          : undefined,
    ),
  },
  eachEvent("zero-length", "events last longer than no time", ({ startSeconds, endSeconds }) =>
    startSeconds === endSeconds ? "has no length" : undefined,
  ),
  {
    id: "duplicate",
    summary: "no event is annotated twice, and events of one type do not overlap",
    level: "warning",
    start: () => ({ add: ({ events }) => overlapOf(events) }),
  },
  {
    id: "no-duration",
    summary: "the length of every video is known, so that rates per hour can be given",
    level: "warning",
    start: () => ({
      add: ({ durationSeconds }) =>
        durationSeconds === null ? "the length of the video is not known" : undefined,
    }),
  },
  {
    id: "look-alike-types",
    summary: "no two types of events look the same or differ only in case and outer space",
    level: "warning",
    start() {
      const types = new Set<string>();
      return {
        add({ events }) {
          for (const { type } of events) types.add(type);
          return undefined;
        },
        finish() {
          const names = [...types];
          const pair = lookAlikes(names) ?? sameButCase(names);
          return (
            pair &&
            `the types "${names[pair.first]}" and "${names[pair.second]}" read alike and count as two, ${pair.difference}`
          );
        },
      };
    },
  },
  {
    id: "imbalance",
    summary: `no type of event is more than ${largestImbalance} times as frequent as another`,
    level: "warning",
    start() {
      const counts = new Map<string, number>();
      return {
        add({ events }) {
          for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
          return undefined;
        },
        finish() {
          const sorted = [...counts].sort(([, a], [, b]) => a - b);
          const [least, most] = [sorted[0], sorted.at(-1)];
          if (!least || !most || most[1] <= largestImbalance * least[1]) return undefined;
          return `${most[1]} × ${most[0]} but ${least[1]} × ${least[0]}`;
        },
      };
    },
  },
  {
    id: "videos-without-events",
    summary: "some videos show no event, so that false alarms can be told from luck",
    level: "warning",
    start() {
      let [empty, all] = [0, 0];
      return {
        add({ events }) {
          all++;
          if (events.length === 0) empty++;
          return undefined;
        },
        finish: () =>
          all > 0 && empty === 0 ? `each of the ${all} videos shows an event` : undefined,
      };
    },
  },
];

/** Of types, which are compared letter by letter, case and outer space are differences too. */
function sameButCase(names: readonly string[]) {
  const folded = names.map((name) => name.trim().toLowerCase());
  const second = folded.findIndex((name, at) => folded.indexOf(name) < at);
  if (second < 0) return undefined;
  return { first: folded.indexOf(folded[second]!), second, difference: "by case or space alone" };
}

function overlapOf(events: readonly TruthEvent[]): string | undefined {
  for (const type of eventTypesOf(events)) {
    const own = events
      .filter((event) => event.type === type)
      .toSorted((a, b) => a.startSeconds - b.startSeconds);
    for (const [at, event] of own.entries()) {
      const before = own[at - 1];
      if (
        before &&
        before.startSeconds === event.startSeconds &&
        before.endSeconds === event.endSeconds
      )
        return `${type} at ${event.startSeconds} s is annotated twice`;
      if (before && event.startSeconds < before.endSeconds)
        return `two of ${type} overlap at ${event.startSeconds} s`;
    }
  }
  return undefined;
}
