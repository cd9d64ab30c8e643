import type { System } from "../core/asking/system.ts";
import type { Turn } from "./answer.ts";

/** An ask that was sent and did not come back yet. */
export interface SentAsk {
  /** Id of the system. */
  readonly system: string;
  /** Of the work that it is part of, where that is known. */
  readonly key?: string | undefined;
  /** For how long. */
  readonly ms: number;
}

interface Sent {
  readonly system: System;
  readonly turn: Turn;
  readonly startedAt: number;
}

/** So many are told of one by one. */
const mostTold = 20;

/** What was sent and did not come back yet, in the order in which it was sent. */
export class SentAsks {
  readonly #all = new Set<Sent>();

  add(sent: Sent): void {
    this.#all.add(sent);
  }

  delete(sent: Sent): void {
    this.#all.delete(sent);
  }

  oldest(now: number): readonly SentAsk[] {
    return this.#all
      .values()
      .take(mostTold)
      .map(({ system, turn, startedAt }) => ({
        system: system.id,
        key: turn.key,
        ms: now - startedAt,
      }))
      .toArray();
  }
}
