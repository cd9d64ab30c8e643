import type { HasEvents, HasTimedEvents } from "./has-events.ts";
import { type EventMatches, type MatchOptions, matchEvents } from "./match-events.ts";
import { type PackedEvents, packEvents, type TieOrder } from "./pack-events.ts";

/** Where metrics of events have their packed and matched events from. */
export interface EventSource {
  /** `ties`: the order of equal confidences; by input where left out. */
  pack(evidence: Iterable<HasEvents | HasTimedEvents>, ties?: TieOrder): PackedEvents;
  match(events: PackedEvents, options: MatchOptions): readonly EventMatches[];
}

/** Packs and matches whenever asked. */
export const freshEvents: EventSource = { pack: packEvents, match: matchEvents };

/**
 * Packs once what several metrics are prepared on, if they are given the very same iterable, and
 * matches it once at each threshold. Lets go of both with the iterable. One for the metrics of one
 * task makes them several times faster together (`npm run bench events`).
 */
export function sharedEvents(): EventSource {
  const packed: Readonly<Record<TieOrder, WeakMap<object, PackedEvents>>> = {
    "input-order": new WeakMap(),
    "video-name": new WeakMap(),
  };
  const matched = new WeakMap<PackedEvents, Map<string, EventMatches>>();
  return {
    pack(evidence, ties = "input-order") {
      const known = packed[ties].get(evidence);
      if (known) return known;
      const events = packEvents(evidence, ties);
      packed[ties].set(evidence, events);
      matched.set(events, new Map());
      return events;
    },
    match(events, { rule, minIous }) {
      const own = matched.get(events) ?? new Map<string, EventMatches>();
      const missing = minIous.filter((minIou) => !own.has(`${rule} ${minIou}`));
      if (missing.length > 0)
        for (const [at, matches] of matchEvents(events, { rule, minIous: missing }).entries())
          own.set(`${rule} ${missing[at]}`, matches);
      return minIous.map((minIou) => own.get(`${rule} ${minIou}`)!);
    },
  };
}
