import type { AnnotatorPair, MarkedTime } from "../../core/family/people-facet.ts";
import { markedTime } from "../shared/marked-time.ts";
import { eventTypesOf } from "./event-types.ts";
import type { EventSample } from "./schema.ts";

/**
 * When two annotators see events, for each type that either of them names in the video; where
 * neither sees any, all of the video is unmarked once.
 */
export function compareEvents(first: EventSample, second: EventSample): AnnotatorPair {
  const types = eventTypesOf([...first.events, ...second.events]);
  const duration = first.durationSeconds ?? second.durationSeconds;
  if (types.length === 0) return { kind: "time", ...markedTime([], [], duration) };
  const ofType = (type: string) => (event: { readonly type: string }) => event.type === type;
  const marked = types.map((type) =>
    markedTime(first.events.filter(ofType(type)), second.events.filter(ofType(type)), duration),
  );
  const total = (member: keyof MarkedTime) => marked.reduce((sum, one) => sum + one[member], 0);
  return {
    kind: "time",
    both: total("both"),
    onlyFirst: total("onlyFirst"),
    onlySecond: total("onlySecond"),
    neither: total("neither"),
  };
}
