import type { AskFacts } from "../core/asking/asked.ts";
import type { Outcome } from "../core/run/outcome.ts";

/** What came of an ask after limits, retries and the cache. */
export interface Answer {
  readonly outcome: Outcome<unknown>;
  /** Absent where nothing is known but the outcome. */
  readonly facts?: AskFacts | undefined;
  /** The key under which the cache was asked. */
  readonly cache?: string | undefined;
}

/** An ask with its canonical text and the digest of that text. */
export interface Question {
  readonly ask: unknown;
  readonly text: string;
  readonly digest: string;
}

/** The asks of one piece of work share one of these. */
export interface Turn {
  readonly repeat: number;
  /** Of the work; absent where nobody asks for what is under way. */
  readonly key?: string;
  /** Settled work is taken up again: an earlier reply is not wanted. */
  readonly isAgain: boolean;
  /** What they are about, and others too: asks about one video do well at the same server. */
  readonly video?: string | undefined;
  /** Aborted once the work is another's: nothing more is asked about it. */
  readonly lost?: AbortSignal | undefined;
  /** Of the showing of a stream. */
  readonly session?: string | undefined;
  /** When the first of them got its place. */
  startedAt?: number;
  /** After how long from then on they are given up. */
  limitMs?: number;
  /** The server of a pool that was asked last. */
  server?: object;
}
