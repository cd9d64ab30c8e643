import type { Noticing } from "../../core/family/noticing.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

/** So many streams are named. */
const mostNamed = 5;

/**
 * Turns of the truth that come after the end of their stream: they count at its end, as in the
 * original, which has no room for more than one there.
 */
export function turnsBeyondEnd(): Noticing<DialogueSample> {
  const moved = tally("turn", "counted");
  const lost = tally("turn", "left out");
  return {
    add({ id, turnsAfterEnd }) {
      moved.add(id, turnsAfterEnd?.moved ?? 0);
      lost.add(id, turnsAfterEnd?.lost ?? 0);
    },
    finish: () => [...moved.told(), ...lost.told()],
  };
}

interface Answer {
  readonly sample: DialogueSample;
  readonly prediction: DialoguePrediction;
}

/**
 * Utterances of a system after the end of the stream: those that a file has at moments count at its
 * end, those on frames that there are not are left out.
 */
export function utterancesBeyondEnd(): Noticing<Answer> {
  const moved = tally("utterance", "counted");
  const left = tally("utterance", "left out");
  return {
    add({ sample: { id, frameCount }, prediction: { utterances } }) {
      for (const { frame, afterEnd = 0 } of utterances) {
        moved.add(id, afterEnd);
        left.add(id, frame < frameCount ? 0 : 1);
      }
    },
    finish: () => [...moved.told(), ...left.told()],
  };
}

interface Tally {
  add(stream: string, count: number): void;
  told(): readonly string[];
}

/** "3 turns lie beyond the end of their stream and count at its end: tea, coffee". */
function tally(noun: string, fate: "counted" | "left out"): Tally {
  const streams = new Set<string>();
  let all = 0;
  return {
    add(stream, count) {
      if (count > 0) streams.add(stream);
      all += count;
    },
    told() {
      if (all === 0) return [];
      const [what, lie, their, count, are] =
        all === 1
          ? [noun, "lies", "its", "counts", "is"]
          : [`${noun}s`, "lie", "their", "count", "are"];
      const then = fate === "counted" ? `${count} at its end` : `${are} left out`;
      const further = streams.size - mostNamed;
      const named =
        [...streams].slice(0, mostNamed).join(", ") + (further > 0 ? ` and ${further} more` : "");
      return [`${all} ${what} ${lie} beyond the end of ${their} stream and ${then}: ${named}`];
    },
  };
}
