/**
 * Sums over all asks of a system, or of a grader about a system's answers, and times over samples.
 */
export interface ResourceSummary {
  /** Asks that were put to the system or found in the cache. */
  readonly asks: number;
  /** Of these, found in the cache. */
  readonly cached: number;
  /** Further requests that failures made necessary. */
  readonly retries: number;
  readonly tokens: {
    readonly input: number;
    readonly output: number;
    readonly cachedInput: number;
    readonly reasoning: number;
  };
  /** US dollars; `null` where no price is known for any ask. */
  readonly cost: number | null;
  /**
   * Asks whose cost is not known: they failed, nobody told their tokens, or the model has no price.
   */
  readonly unpriced: number;
  /**
   * Asks to which tokens were told that cannot be, such as 1.5 or fewer than none, and were left
   * out; only where there are some.
   */
  readonly badUsage?: number;
  /**
   * The day of the list prices that `cost` rests on; absent where the prices are the user's own, or
   * there is none.
   */
  readonly pricesAsOf?: string;
  readonly times: Readonly<Partial<Record<TimePart, TimeSummary>>>;
  /**
   * Parameters that are configured and were not sent, because the model refuses them; only where
   * there are some.
   */
  readonly dropped?: readonly string[];
  /** Only where the system is asked at a list of servers. */
  readonly servers?: readonly ServerSummary[];
}

/** What one of several servers was asked. */
export interface ServerSummary {
  readonly name: string;
  readonly requests: number;
  /** Of these, those that failed. */
  readonly errors: number;
  /** Milliseconds of a request that was answered; `null` where none was. */
  readonly median: number | null;
}

/**
 * `decode`: to have the frames; `queue`: waiting for a place, for limits and between attempts;
 * `generation`: from first token to last.
 */
export const timeParts = ["decode", "queue", "firstToken", "generation", "total"] as const;

export type TimePart = (typeof timeParts)[number];

/** Milliseconds over samples. */
export interface TimeSummary {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
}
