import type { Steps } from "../core/asking/steps.ts";
import type { NoAnswer, Outcome } from "../core/run/outcome.ts";
import {
  type Concluded,
  type Conversation,
  type ConversationTools,
  converse,
} from "./conversation.ts";
import { Interrupted } from "./interrupted.ts";

/** A stream that a system loses so often is given up. */
const mostShowings = 3;
const sessionDigits = 24;

/**
 * Shows a stream in one piece, once the system has room for it. What a system knows of a stream
 * lies with the system: what the log holds of one that was cut off is not used again, and one whose
 * session was lost is shown again from its start. Of several replies to one step the last counts.
 */
export async function showStream<T>(
  steps: () => Steps<unknown, unknown, T>,
  about: Omit<Conversation, "session" | "heard">,
  tools: ConversationTools & { readonly stop: AbortSignal },
): Promise<Concluded<T>> {
  const { digest, clock, dispatcher, stop } = tools;
  const heard = [...about.recorded];
  for (let showing = 1; ; showing++) {
    const session = digest(`${about.key} ${about.attempt} ${showing} ${clock()}`).slice(
      0,
      sessionDigits,
    );
    const concluded = await dispatcher.showing(about.system, () => {
      if (stop.aborted) throw new Interrupted();
      return converse(steps(), { ...about, recorded: [], session, heard }, tools);
    });
    const { outcome } = concluded;
    if (!isLost(outcome)) return concluded;
    if (showing === mostShowings)
      return {
        ...concluded,
        outcome: {
          ...outcome,
          reason: `${outcome.reason} (the stream was shown ${showing} times)`,
        },
      };
  }
}

function isLost(outcome: Outcome<unknown>): outcome is NoAnswer {
  return outcome.kind === "failed" && outcome.cause === "session";
}
