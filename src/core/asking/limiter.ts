import type { Pace } from "./asked.ts";

/** How many asks a limiter lets through. */
export interface LimiterOptions {
  /** How many may be under way at once, at most. */
  readonly most: number;
  /** Whether it finds out by itself how many the other side bears. */
  readonly isAdaptive: boolean;
}

/** How an ask ended, as far as limits are concerned. */
export interface Released {
  /** When its place was taken. */
  readonly startedAt: number;
  readonly isOverloaded: boolean;
  readonly isAnswered: boolean;
  /** Nothing was asked after all: what the other side still takes is not less by it. */
  readonly isUnused?: boolean;
  readonly pace?: Pace | undefined;
}

/** What limits asks: all systems that share one account of a provider share one of these. */
export interface Limiter {
  /** The number of asks that may be under way now. */
  readonly limit: number;
  readonly isLowered: boolean;
  readonly inFlight: number;
  /** Whether an ask would begin at once. */
  readonly hasRoom: boolean;
  /**
   * Another system shares the limit: the larger number counts, and one that adapts makes all adapt.
   */
  share(options: LimiterOptions): void;
  /**
   * Waits for a place; gives the moment at which it was taken. Rejects where the run is being left.
   * Asks of conversations that have begun come first.
   */
  take(isOngoing: boolean): Promise<number>;
  release(released: Released): void;
  /** The other side is down: until `resume`, one ask at a time begins, and none before so long. */
  hold(ms: number): void;
  resume(): void;
  /** No conversation begins any more, and nobody waits for a limit to be renewed. */
  stop(): void;
  /** Everybody who waits leaves. */
  abort(): void;
}
