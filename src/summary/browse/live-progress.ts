import type { FailureCause, OutcomeKind } from "../../core/run/outcome.ts";

/** How far a run has come, as its log says. */
export interface LiveProgress {
  /** When this was so, in milliseconds since 1970. */
  readonly at: number;
  /** Whether some process writes it now. */
  readonly isRunning: boolean;
  /** When the log was written last, milliseconds since 1970; `null` while it is empty. */
  readonly writtenAt: number | null;
  readonly cells: readonly LiveCell[];
  /** Of the systems that the run is about: baselines answer at once. */
  readonly total: LiveTotal;
  /** Until the last of these is done at the present rates; `null` where that cannot be said. */
  readonly etaSeconds: number | null;
  readonly requests: RequestCounts;
  /** Sent and not come back, oldest first; no more than a page shows. */
  readonly inFlight: readonly InFlight[];
  readonly inFlightCount: number;
  /** Work that has begun, such as by having its frames, and waits to be sent or to go on. */
  readonly waiting: number;
  /** Why requests failed, most frequent first. */
  readonly failures: readonly LiveFailure[];
  /** Those who ask, where that is done by workers of a database. */
  readonly workers?: readonly LiveWorker[];
}

/** A worker of a shared run. */
export interface LiveWorker {
  /** Its machine and process. */
  readonly name: string;
  /** What it does, in words. */
  readonly status: string;
  /** Samples that it has brought to an end. */
  readonly settled: number;
}

/** What a running program has sent and not had back, as it says itself now and then. */
export interface AskingNow {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly inFlight: number;
  readonly oldest: readonly {
    readonly system: string;
    readonly key?: string | undefined;
    readonly since: number;
  }[];
  readonly workers?: readonly LiveWorker[];
}

export interface LiveTotal {
  readonly settled: number;
  /** `null` where the log does not say how many samples there are. */
  readonly expected: number | null;
  /** Samples a second lately, of those that have work left. */
  readonly perSecond: number | null;
}

/** One system on one task. */
export interface LiveCell {
  readonly task: string;
  readonly system: string;
  /** Whether it answers by the truth or by a rule, in no time. */
  readonly isReference: boolean;
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

/** A request that was sent and did not come back yet. */
export interface InFlight {
  /** Empty where it is not about a sample, as those of graders. */
  readonly task: string;
  readonly system: string;
  /** The picture or video that it is about, where it was looked at. */
  readonly media?: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly since: number;
  /** Replies to the same sample so far. */
  readonly replies: number;
}

export interface LiveFailure {
  readonly system: string;
  readonly cause: FailureCause | "unknown";
  /** What the newest of them says. */
  readonly reason: string;
  readonly count: number;
}
