import type { Digest } from "../core/digest.ts";
import { canonicalJson } from "../core/json.ts";
import { type Outcome, settles } from "../core/outcome.ts";
import type { Steps } from "../core/protocol.ts";
import type { ReplyEvent } from "../core/run-event.ts";
import type { RunStore } from "../core/run-store.ts";
import type { System } from "../core/system.ts";
import type { WorkKey } from "../core/work.ts";
import { ask } from "./ask.ts";
import { type AskPlace, drive } from "./drive.ts";
import type { Slots } from "./slots.ts";

export interface ConversationTools {
  readonly store: RunStore;
  readonly digest: Digest;
  readonly clock: () => number;
  readonly abort: AbortSignal;
}

/** What a conversation is about and what of it is already in the log. */
export interface Conversation {
  readonly key: WorkKey;
  readonly attempt: number;
  readonly system: System;
  readonly slots: Slots;
  readonly recorded: readonly ReplyEvent[];
}

export interface Concluded<T> {
  readonly outcome: Outcome<T>;
  readonly replies: readonly ReplyEvent[];
}

/**
 * Puts a protocol's asks to a system. A reply that the log already holds for the very same ask is used again; a new one is journalled
 * before the protocol sees it. Embeddings are too large for the log and are asked again.
 */
export async function converse<T>(
  steps: Steps<unknown, unknown, T>,
  { key, attempt, system, slots, recorded }: Conversation,
  { store, digest, clock, abort }: ConversationTools,
): Promise<Concluded<T>> {
  const replies: ReplyEvent[] = [];
  const put = async (question: unknown, { step, position }: AskPlace): Promise<Outcome<unknown>> => {
    const asked = digest(canonicalJson(question));
    const known = recorded.findLast((reply) => reply.step === step && reply.position === position && reply.ask === asked);
    if (known && settles(known.outcome.kind)) {
      replies.push(known);
      return known.outcome;
    }
    const outcome = await slots.run(async () => (await ask<never, unknown>(system, [question as never], abort))[0]!);
    const event: ReplyEvent = { event: "reply", key, attempt, step, position, ask: asked, outcome, at: clock() };
    if (system.speaks === "chat" && settles(outcome.kind)) await store.append([event]);
    replies.push(event);
    return outcome;
  };
  return { outcome: await drive(steps, put), replies };
}
