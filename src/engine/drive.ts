import type { Steps } from "../core/asking/protocol.ts";
import type { Outcome } from "../core/run/outcome.ts";

/** Where an ask stands in its protocol. */
export interface AskPlace {
  readonly step: number;
  readonly position: number;
}

/**
 * Runs a protocol to its end; asks of one list run at once, and the next list waits for all of
 * them.
 */
export async function drive<Ask, Reply, T>(
  steps: Steps<Ask, Reply, T>,
  reply: (ask: Ask, place: AskPlace) => Promise<Outcome<Reply>>,
): Promise<Outcome<T>> {
  let at = steps.next();
  for (let step = 0; !at.done; step++) {
    const asks: readonly Ask[] = at.value;
    // Most protocols ask one thing at a time.
    const one = asks.length === 1 ? reply(asks[0]!, { step, position: 0 }) : undefined;
    at = steps.next(
      one
        ? [await one]
        : await Promise.all(asks.map((ask, position) => reply(ask, { step, position }))),
    );
  }
  return at.value;
}
