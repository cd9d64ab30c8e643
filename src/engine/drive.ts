import type { Seen, Steps, Want } from "../core/asking/steps.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";

/** Where an ask stands in its protocol. */
export interface AskPlace {
  readonly step: number;
  readonly position: number;
}

/** Where a list of looks stands: its own number, and that of the asks that come after it. */
export interface LookPlace {
  readonly place: number;
  readonly step: number;
}

/** What a protocol is answered with. */
export interface Driver<Ask, Reply> {
  /** At once where there is nothing to look at. */
  look(
    wants: readonly Want[],
    place: LookPlace,
  ): readonly Outcome<Seen>[] | Promise<readonly Outcome<Seen>[]>;
  reply(ask: Ask, place: AskPlace): Promise<Outcome<Reply>>;
}

/**
 * Runs a protocol to its end; asks of one list run at once, and the next move waits for all of
 * them.
 */
export async function drive<Ask, Reply, T>(
  steps: Steps<Ask, Reply, T>,
  { look, reply }: Driver<Ask, Reply>,
): Promise<Outcome<T>> {
  let at = steps.next();
  for (let step = 0, place = 0; !at.done; ) {
    const move = at.value;
    if ("look" in move) {
      const seen = look(move.look, { place: place++, step });
      at = steps.next(seen instanceof Promise ? await seen : seen);
      continue;
    }
    const asks = move.ask;
    // Most protocols ask one thing at a time.
    const one = asks?.length === 1 ? reply(asks[0]!, { step, position: 0 }) : undefined;
    at = steps.next(
      one
        ? [await one]
        : await Promise.all(checked(asks).map((ask, position) => reply(ask, { step, position }))),
    );
    step++;
  }
  return at.value;
}

/** Families of users may have been written before protocols looked for themselves. */
function checked<Ask>(asks: readonly Ask[] | undefined): readonly Ask[] {
  if (asks) return asks;
  throw new UserError(
    "the protocol of the family yields a list, and not what it looks at or asks",
    "write yield* look([…]) and yield* ask([…]): docs/extending.md says what changed",
  );
}
