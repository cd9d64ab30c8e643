import type { Survey } from "../../core/asking/protocol.ts";
import type { EventOptions, EventSample } from "./schema.ts";

/**
 * Where the task names no types, a chat system is asked for all that occur anywhere in the data:
 * which those are says nothing about one video.
 */
export function surveyTypes(options: EventOptions): Survey<EventSample, EventOptions> | undefined {
  if (options.types.length > 0) return undefined;
  return {
    async read(samples) {
      const found = new Set<string>();
      for await (const batch of samples)
        for (const { events } of batch)
          for (const { type } of events) if (type !== "") found.add(type);
      const types = [...found].sort();
      const remark =
        types.length === 0
          ? "asked for events in its own words: the data names no types, and neither does options.types"
          : `asked for the ${types.length === 1 ? "only type that occurs" : `${types.length} types that occur`} in the data: ${types.join(", ")}`;
      return { options: { ...options, types }, remark };
    },
  };
}
