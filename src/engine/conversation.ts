import type { Digest } from "../core/digest.ts";
import { canonicalJson } from "../core/json.ts";
import { type Outcome, settles } from "../core/outcome.ts";
import type { Steps } from "../core/protocol.ts";
import type { ReplyEvent } from "../core/run-event.ts";
import type { RunStore } from "../core/run-store.ts";
import type { System } from "../core/system.ts";
import type { WorkKey } from "../core/work.ts";
import type { Turn } from "./answer.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type AskPlace, drive } from "./drive.ts";

export interface ConversationTools {
  readonly store: RunStore;
  readonly digest: Digest;
  readonly clock: () => number;
  readonly dispatcher: Dispatcher;
}

/** What a conversation is about and what of it is already in the log. */
export interface Conversation {
  readonly key: WorkKey;
  readonly attempt: number;
  readonly repeat: number;
  readonly system: System;
  readonly recorded: readonly ReplyEvent[];
  /** Of a stream, whose state lies with the system. */
  readonly session?: string;
}

export interface Concluded<T> {
  readonly outcome: Outcome<T>;
  readonly replies: readonly ReplyEvent[];
  /** Resolves once the replies are durable. */
  readonly written: Promise<unknown>;
}

/**
 * Puts a protocol's asks to a system. A reply that the log already holds for the very same ask is used again; a new one is handed to the log
 * at once, and the conversation goes on while the disk works: the log keeps the order, so no outcome is ever durable before its replies.
 * Embeddings are too large for the log and are asked again.
 */
export async function converse<T>(
  steps: Steps<unknown, unknown, T>,
  { key, attempt, repeat, system, recorded, session }: Conversation,
  { store, digest, clock, dispatcher }: ConversationTools,
): Promise<Concluded<T>> {
  const replies: ReplyEvent[] = [];
  const writing: Promise<void>[] = [];
  const turn: Turn = { repeat, isAgain: attempt > 1, session };
  const put = async (ask: unknown, { step, position }: AskPlace): Promise<Outcome<unknown>> => {
    const text = canonicalJson(ask);
    const asked = digest(text);
    const known = recorded.findLast((reply) => reply.step === step && reply.position === position && reply.ask === asked);
    if (known && settles(known.outcome.kind)) {
      replies.push(known);
      return known.outcome;
    }
    const { outcome, facts, cache } = await dispatcher.put(system, { ask, text, digest: asked }, turn);
    const told = { ...(facts ? { facts } : {}), ...(cache ? { cache } : {}) };
    const event: ReplyEvent = { event: "reply", key, attempt, step, position, ask: asked, outcome, ...told, at: clock() };
    if (system.speaks !== "encoder" && system.speaks !== "similarity" && settles(outcome.kind)) {
      const appended = store.append([event]);
      // Whoever awaits `written` hears of a failure; until then it must not count as unhandled.
      appended.catch(() => undefined);
      writing.push(appended);
    }
    replies.push(event);
    return outcome;
  };
  const outcome = await drive(steps, put);
  const written = Promise.all(writing);
  written.catch(() => undefined);
  return { outcome, replies, written };
}
