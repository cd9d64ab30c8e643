import type { FrameRef } from "../../src/core/asking/chat.ts";
import { seenInFrames } from "../../src/core/asking/given-frames.ts";
import type { Seen, Steps, Want } from "../../src/core/asking/steps.ts";
import type { Outcome } from "../../src/core/run/outcome.ts";

/** What looks see of a video that consists of these frames. */
export function videoOf(
  frames: readonly FrameRef[],
  seconds: number | null = null,
): (wants: readonly Want[]) => readonly Outcome<Seen>[] {
  return (wants) =>
    seenInFrames(frames, wants).map((one) =>
      one.kind === "answered" ? { ...one, value: { ...one.value, seconds } } : one,
    );
}

interface Played<Ask, T> {
  /** Asks, list by list. */
  readonly lists: readonly (readonly Ask[])[];
  readonly asks: readonly Ask[];
  /** Looks, list by list. */
  readonly looks: readonly (readonly Want[])[];
  readonly outcome: Outcome<T>;
}

/** Runs a protocol to its end. */
export function play<Ask, Reply, T>(
  steps: Steps<Ask, Reply, T>,
  {
    see = videoOf([]),
    reply,
  }: {
    readonly see?: (wants: readonly Want[]) => readonly Outcome<Seen>[];
    /** To the ask at a position of a list, and of all. */
    reply(ask: Ask, position: number, list: number): Outcome<Reply>;
  },
): Played<Ask, T> {
  const lists: (readonly Ask[])[] = [];
  const looks: (readonly Want[])[] = [];
  let at = steps.next();
  while (!at.done) {
    const move = at.value;
    if ("look" in move) {
      looks.push(move.look);
      at = steps.next(see(move.look));
    } else {
      const list = lists.push(move.ask) - 1;
      at = steps.next(move.ask.map((ask, position) => reply(ask, position, list)));
    }
  }
  return { lists, asks: lists.flat(), looks, outcome: at.value };
}

/** The first list of asks; a protocol that asks nothing gives none. */
export function firstAsks<Ask>(
  steps: Steps<Ask, unknown, unknown>,
  see: (wants: readonly Want[]) => readonly Outcome<Seen>[] = videoOf([]),
): readonly Ask[] {
  for (let at = steps.next(); !at.done; ) {
    if ("ask" in at.value) return at.value.ask;
    at = steps.next(see(at.value.look));
  }
  return [];
}
