import type { FailureCause, OutcomeKind } from "../../core/run/outcome.ts";

/** How far a run has come, as its log says. */
export interface LiveProgress {
  /** Whether some process writes it now. */
  readonly isRunning: boolean;
  /** When the log was written last, milliseconds since 1970; `null` while it is empty. */
  readonly writtenAt: number | null;
  readonly cells: readonly LiveCell[];
  /** Until the last system is done at the present rates; `null` where that cannot be said. */
  readonly etaSeconds: number | null;
  readonly requests: RequestCounts;
  /** Begun and not ended, oldest first; no more than a page shows. */
  readonly inFlight: readonly InFlight[];
  readonly inFlightCount: number;
  /** Why requests failed, most frequent first. */
  readonly failures: readonly LiveFailure[];
}

/** One system on one task. */
export interface LiveCell {
  readonly task: string;
  readonly system: string;
  /** `null` where the log does not say how many samples there are. */
  readonly expected: number | null;
  readonly settled: number;
  readonly outcomes: Readonly<Partial<Record<OutcomeKind, number>>>;
  /** Samples a second lately; `null` before there are any. */
  readonly perSecond: number | null;
  readonly etaSeconds: number | null;
  readonly requests: RequestCounts;
  /** Why it is not asked any more. */
  readonly stopped?: string;
}

export interface RequestCounts {
  readonly made: number;
  /** Those that were made once more. */
  readonly retries: number;
  /** In US dollars; `null` where no price is known. */
  readonly cost: number | null;
}

/** Work that has begun and not ended. */
export interface InFlight {
  readonly task: string;
  readonly system: string;
  /** The picture or video that it is about, where it was looked at. */
  readonly media?: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Replies so far. */
  readonly replies: number;
}

export interface LiveFailure {
  readonly system: string;
  readonly cause: FailureCause | "unknown";
  /** What the newest of them says. */
  readonly reason: string;
  readonly count: number;
}
