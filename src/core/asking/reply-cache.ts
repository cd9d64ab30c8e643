import type { Outcome } from "../run/outcome.ts";

/**
 * Everything that decides a reply, as text: the ask with the digests of its frames, the system's
 * kind and parameters, and the repeat.
 */
export interface ReplyKey {
  /** SHA-256 of `text`. */
  readonly digest: string;
  readonly text: string;
}

/** Replies of earlier asks. Safe for several processes; nothing in it is ever needed. */
export interface ReplyCache {
  /** At once where it lies on this machine. */
  get(key: ReplyKey): Outcome<unknown> | undefined | Promise<Outcome<unknown> | undefined>;
  /**
   * Only answers that say something may be handed over. They are found again at once, and may be
   * written later.
   */
  put(key: ReplyKey, outcome: Outcome<unknown>): void;
}
