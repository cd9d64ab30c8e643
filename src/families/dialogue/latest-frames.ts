import type { ChatMessage, Part } from "../../core/asking/chat.ts";

/**
 * A conversation with no more than `most` frames. Earlier messages lose theirs first, each the
 * earliest of its frames; what they say stays. Of a last message that alone holds more, frames
 * evenly over it stay, the last one always.
 */
export function withLatestFrames(
  messages: readonly ChatMessage[],
  most: number,
): readonly ChatMessage[] {
  const kept: ChatMessage[] = [];
  let room = most;
  for (const message of messages.toReversed()) {
    const count = frameCount(message.parts);
    kept.push(
      count <= room
        ? message
        : {
            ...message,
            parts: withOnly(message.parts, room === most ? spread(count, room) : last(count, room)),
          },
    );
    room = Math.max(0, room - count);
  }
  return kept.reverse();
}

function frameCount(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + ("frames" in part ? part.frames.length : 0), 0);
}

/** The parts with those of their frames, counted through, that are among the `places`. */
function withOnly(parts: readonly Part[], places: ReadonlySet<number>): readonly Part[] {
  let place = 0;
  return parts.flatMap((part): readonly Part[] => {
    if (!("frames" in part)) return [part];
    const frames = part.frames.filter(() => places.has(place++));
    return frames.length === 0 ? [] : [{ frames }];
  });
}

/** The last place and others at equal steps before it. */
function spread(count: number, wanted: number): ReadonlySet<number> {
  return new Set(
    Array.from({ length: wanted }, (_, at) => Math.ceil(((at + 1) * count) / wanted) - 1),
  );
}

function last(count: number, wanted: number): ReadonlySet<number> {
  return new Set(Array.from({ length: wanted }, (_, at) => count - 1 - at));
}
