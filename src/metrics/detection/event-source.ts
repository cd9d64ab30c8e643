import type { HasEvents, HasTimedEvents } from "./has-events.ts";
import { type EventMatches, type MatchOptions, matchEvents } from "./match-events.ts";
import { type PackedEvents, packEvents } from "./pack-events.ts";

/** Where metrics of events have their packed and matched events from. */
export interface EventSource {
  pack(evidence: Iterable<HasEvents | HasTimedEvents>): PackedEvents;
  match(events: PackedEvents, options: MatchOptions): readonly EventMatches[];
}

/** Packs and matches whenever asked. */
export const freshEvents: EventSource = { pack: packEvents, match: matchEvents };

/**
 * Packs once what several metrics are prepared on, if they are given the very same iterable, and matches it once at each threshold that stands
 * alone. Lets go of both with the iterable. One for the metrics of one task makes them several times faster together (`npm run bench metrics`).
 */
export function sharedEvents(): EventSource {
  const packed = new WeakMap<object, PackedEvents>();
  const matched = new WeakMap<PackedEvents, Map<string, readonly EventMatches[]>>();
  return {
    pack(evidence) {
      const known = packed.get(evidence);
      if (known) return known;
      const events = packEvents(evidence);
      packed.set(evidence, events);
      matched.set(events, new Map());
      return events;
    },
    match(events, options) {
      if (options.minIous.length !== 1) return matchEvents(events, options);
      const own = matched.get(events);
      const key = `${options.rule} ${options.minIous[0]}`;
      const matches = own?.get(key) ?? matchEvents(events, options);
      own?.set(key, matches);
      return matches;
    },
  };
}
