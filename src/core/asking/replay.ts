import type { Outcome } from "../run/outcome.ts";
import { answered, noAnswer } from "../run/outcome.ts";
import { nothingSeen, type Seen, type Steps, type Want } from "./steps.ts";

/**
 * What stands in place of an ask's digest for a reply that was made elsewhere: it answers the first
 * ask, whatever that is.
 */
export const givenAsk = "given";

/** What is known of a conversation that is over. */
export interface Recorded<Ask, Reply> {
  /** The reply to the ask at a step and position. */
  reply(ask: Ask, step: number, position: number): Outcome<Reply> | undefined;
  /** What was seen in the list of looks at this place, counted from 0. */
  seen(wants: readonly Want[], place: number): readonly Outcome<Seen>[];
}

/** Of replies that were made elsewhere, nobody knows what was seen. */
export function seenNothing(wants: readonly Want[]): readonly Outcome<Seen>[] {
  return wants.map(() => answered(nothingSeen));
}

/** Runs a protocol again on what was recorded. Nothing is looked at or asked. */
export function replay<Ask, Reply, T>(
  steps: Steps<Ask, Reply, T>,
  recorded: Recorded<Ask, Reply>,
): Outcome<T> {
  let at = steps.next();
  for (let step = 0, place = 0; !at.done; ) {
    const move = at.value;
    if ("look" in move) {
      at = steps.next(recorded.seen(move.look, place++));
      continue;
    }
    const replies: Outcome<Reply>[] = [];
    for (const [position, ask] of move.ask.entries()) {
      const reply = recorded.reply(ask, step, position);
      if (!reply)
        return noAnswer(
          "missing",
          `the log holds no reply to ask ${position + 1} of step ${step + 1}`,
        );
      replies.push(reply);
    }
    at = steps.next(replies);
    step++;
  }
  return at.value;
}
