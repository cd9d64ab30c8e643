import type { Outcome } from "../run/outcome.ts";

/** Tokens as the provider counts them; absent where it does not say. */
export interface TokenUsage {
  readonly input?: number;
  readonly output?: number;
  /** Part of `input` that the provider read from its own prompt cache. */
  readonly cachedInput?: number;
  /** Part of `input` that the provider wrote to its own prompt cache, where it says so. */
  readonly cacheWrite?: number;
  /** Part of `output` spent on thoughts. */
  readonly reasoning?: number;
}

/** What a provider says about its limits; read by the scheduler and journalled nowhere. */
export interface Pace {
  /** Nothing should be asked before. */
  readonly retryAfterMs?: number;
  /** Requests left until the limit is renewed. */
  readonly remainingRequests?: number;
  readonly renewedInMs?: number;
  /** The other side has more to do than it can, for all who ask. */
  readonly isOverloaded?: true;
}

/** What is known about one request besides its outcome. */
export interface ReplyFacts {
  readonly usage?: TokenUsage;
  /** Tokens were told that cannot be, such as 1.5 or fewer than none: they are left out. */
  readonly badUsage?: true;
  /** The provider's own name for the request. */
  readonly requestId?: string;
  /** The model that answered, by its own account. */
  readonly model?: string;
  /** Why the model ended, in the provider's words. */
  readonly finish?: string;
  /** From sending the request to its first token, where the reply was streamed. */
  readonly firstTokenMs?: number;
  /** From sending the request to its last byte. */
  readonly totalMs?: number;
  /** Parameters that were configured and not sent, because the model refuses them. */
  readonly dropped?: readonly string[];
  /**
   * Nothing was asked: the reply to an earlier ask of the very same words was used again, and is
   * accounted for there.
   */
  readonly cached?: true;
}

/** What the log keeps of a request: what the system says of it, and what the scheduler did. */
export interface AskFacts extends ReplyFacts {
  /** Waiting for a free place, for the other side's limits and between attempts. */
  readonly queueMs?: number;
  /** Requests that were made, where it was not one. */
  readonly attempts?: number;
  /** Which server of a pool replied. */
  readonly server?: string;
  /** The servers of a pool whose requests failed, one entry for each of these. */
  readonly failedOn?: readonly string[];
}

/** Which of several repeats an ask belongs to. */
export interface AskTurn {
  /** Counted from 0. */
  readonly repeat: number;
  /** For systems that sample: differs between repeats. Repeat 0 has the run's own seed. */
  readonly seed: number;
  /** Names the showing of a stream that the ask is a step of; no two showings have the same. */
  readonly session?: string | undefined;
  /** Which of the system's `servers` is asked, by its place among them. */
  readonly server?: number | undefined;
}

/** How one ask ended, as a system says it. */
export type Asked<T> = Outcome<T> & { readonly facts?: ReplyFacts; readonly pace?: Pace };
