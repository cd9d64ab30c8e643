import type { ChatAsk } from "../core/asking/chat.ts";
import type { Steps } from "../core/asking/steps.ts";
import type { StreamStep } from "../core/asking/stream.ts";
import type { System } from "../core/asking/system.ts";
import type { Digest } from "../core/digest.ts";
import { canonicalJson } from "../core/json.ts";
import { type Outcome, settles } from "../core/run/outcome.ts";
import type { ReplyEvent } from "../core/run/run-event.ts";
import type { RunStore } from "../core/run/run-store.ts";
import type { WorkKey } from "../core/run/work.ts";
import type { Answer, Turn } from "./answer.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type AskPlace, type Driver, drive } from "./drive.ts";
import { LeftOpen } from "./interrupted.ts";

export interface ConversationTools {
  readonly store: RunStore;
  readonly digest: Digest;
  readonly clock: () => number;
  readonly dispatcher: Dispatcher;
  /** Aborted once the work is another's; absent where it cannot be. */
  readonly lost?: AbortSignal | undefined;
}

/**
 * Whether the log keeps a system's replies: embeddings are too large for it, and are asked again.
 */
export function isLogged({ speaks }: Pick<System, "speaks">): boolean {
  return speaks !== "encoder" && speaks !== "similarity";
}

/** What a conversation is about and what of it is already in the log. */
export interface Conversation {
  readonly key: WorkKey;
  readonly attempt: number;
  readonly repeat: number;
  readonly system: System;
  /** Replies of the same attempt, of which those that settled their ask are used again. */
  readonly recorded: readonly ReplyEvent[];
  /** Who looks; absent where there is nothing to look at, as for most graders. */
  readonly looker?: Pick<Driver<unknown, unknown>, "look"> & { readonly frameCount: number };
  /** What the sample shares with others, as `Turn` says. */
  readonly video?: string | undefined;
  /** Of a stream, whose state lies with the system. */
  readonly session?: string;
  /**
   * Where replies are gathered behind those that were heard before, for those who need them also if
   * the conversation breaks off.
   */
  readonly heard?: ReplyEvent[];
}

export interface Concluded<T> {
  readonly outcome: Outcome<T>;
  /**
   * All of the attempt, in the order of the log: also those that failed, and those that the
   * conversation had no use for.
   */
  readonly replies: readonly ReplyEvent[];
}

/**
 * Puts a protocol's asks to a system. A reply that the log already holds for the very same ask is
 * used again; a new one is handed to the log at once, also one that failed, and one behind which
 * the work is left open, so that readers of the log count what was asked. The conversation goes
 * on while the disk works: the log keeps the order, so no outcome is ever durable before its
 * replies.
 */
export async function converse<T>(
  steps: Steps<unknown, unknown, T>,
  {
    key,
    attempt,
    repeat,
    system,
    recorded,
    looker,
    video,
    session,
    heard: replies = [...recorded],
  }: Conversation,
  { store, digest, clock, dispatcher, lost }: ConversationTools,
): Promise<Concluded<T>> {
  const turn: Turn = { repeat, key, isAgain: attempt > 1, video, session, lost };
  const put = async (ask: unknown, { step, position }: AskPlace): Promise<Outcome<unknown>> => {
    const text = canonicalJson(ask);
    const asked = digest(text);
    const isSame = (reply: ReplyEvent) =>
      reply.step === step && reply.position === position && reply.ask === asked;
    const known = recorded.findLast((reply) => isSame(reply) && settles(reply.outcome.kind));
    if (known) return known.outcome;
    let answer: Answer;
    let left: LeftOpen | undefined;
    try {
      answer = await dispatcher.put(system, { ask, text, digest: asked }, turn);
    } catch (error) {
      if (!(error instanceof LeftOpen && error.asked?.facts)) throw error;
      [answer, left] = [error.asked, error];
    }
    const { outcome, facts, cache } = answer;
    // A conversation of many steps may go on for hours, as long as it goes on.
    if (settles(outcome.kind) && turn.startedAt !== undefined)
      turn.startedAt = dispatcher.timer.now();
    const told = { ...(facts ? { facts } : {}), ...(cache ? { cache } : {}) };
    const held = looker?.frameCount ? timesOf(ask) : undefined;
    const shown = held && held.length !== looker?.frameCount ? { frames: held } : {};
    const event: ReplyEvent = {
      event: "reply",
      key,
      attempt,
      step,
      position,
      ask: asked,
      ...shown,
      outcome,
      ...told,
      at: clock(),
    };
    // Nobody waits for it: the outcome, which is appended after it, is durable no sooner, and fails
    // with it.
    if (isLogged(system)) store.append([event]).catch(() => undefined);
    replies.push(event);
    if (left) throw left;
    return outcome;
  };
  const look: Driver<unknown, unknown>["look"] = (wants, place) => {
    if (!looker) throw new TypeError("there is nothing to look at here");
    const lookedAt = dispatcher.timer.now();
    const seen = looker.look(wants, place);
    // Only what is asked counts towards the time that a sample may take.
    const goOn = (outcomes: Awaited<typeof seen>) => {
      if (turn.startedAt !== undefined) turn.startedAt += dispatcher.timer.now() - lookedAt;
      return outcomes;
    };
    return seen instanceof Promise ? seen.then(goOn) : seen;
  };
  const outcome = await drive(steps, { look, reply: put });
  return { outcome, replies };
}

/** When the frames of an ask are shown; `undefined` where it is no ask that can hold any. */
function timesOf(ask: unknown): readonly number[] | undefined {
  const { messages, frames } = ask as Partial<ChatAsk & StreamStep>;
  const held =
    frames ??
    messages?.flatMap(({ parts }) =>
      parts.flatMap((part) => ("frames" in part ? part.frames : [])),
    );
  return held?.map(({ atSeconds }) => atSeconds);
}
