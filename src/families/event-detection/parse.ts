import { z } from "zod";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { DetectedEvent } from "./schema.ts";

const replySchema = z.array(
  z.looseObject({
    type: z.string(),
    start: z.number(),
    end: z.number(),
    confidence: z.number().min(0).max(1).default(1),
  }),
);

/**
 * Reads the JSON list in a reply: the whole of it, what stands in a code fence, or from the first
 * bracket to the last. Detections of types that were not asked for (any type, where none was
 * named), and those that end before they start, make the reply unparsed: nothing is guessed.
 */
export function readDetections(
  text: string,
  types: readonly string[],
): Outcome<readonly DetectedEvent[]> {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  const cut = text.slice(text.indexOf("["), text.lastIndexOf("]") + 1);
  for (const candidate of [text, fenced, cut]) {
    const parsed = replySchema.safeParse(candidate === undefined ? undefined : jsonIn(candidate));
    if (!parsed.success) continue;
    const known = new Map(types.map((type) => [type.toLowerCase(), type]));
    const events: DetectedEvent[] = [];
    for (const { type, start, end, confidence } of parsed.data) {
      const name =
        types.length > 0 ? known.get(type.trim().toLowerCase()) : type.trim() || undefined;
      if (name === undefined)
        return noAnswer("unparsed", `"${type}" is none of the types asked for`);
      if (end < start)
        return noAnswer("unparsed", `a detection ends at ${end} s before it starts at ${start} s`);
      events.push({ confidence, endSeconds: end, startSeconds: start, type: name });
    }
    return answered(events);
  }
  return noAnswer("unparsed", "the reply holds no JSON list of events");
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}
