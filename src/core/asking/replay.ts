import type { Outcome } from "../run/outcome.ts";
import { noAnswer } from "../run/outcome.ts";
import type { Steps } from "./protocol.ts";

/**
 * What stands in place of an ask's digest for a reply that was made elsewhere: it answers the first
 * ask, whatever that is.
 */
export const givenAsk = "given";

/**
 * Runs a protocol again on recorded replies: `lookup` gives the reply to the ask at a step and
 * position. Nothing is asked.
 */
export function replay<Ask, Reply, T>(
  steps: Steps<Ask, Reply, T>,
  lookup: (ask: Ask, step: number, position: number) => Outcome<Reply> | undefined,
): Outcome<T> {
  let at = steps.next();
  for (let step = 0; !at.done; step++) {
    const replies: Outcome<Reply>[] = [];
    for (const [position, ask] of at.value.entries()) {
      const reply = lookup(ask, step, position);
      if (!reply)
        return noAnswer(
          "missing",
          `the log holds no reply to ask ${position + 1} of step ${step + 1}`,
        );
      replies.push(reply);
    }
    at = steps.next(replies);
  }
  return at.value;
}
