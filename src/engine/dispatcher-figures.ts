import type { SystemTimes } from "./ask-times.ts";
import type { SentAsk } from "./sent-asks.ts";

/** What a display shows of the asking. */
export interface DispatcherFigures {
  readonly inFlight: number;
  /** The oldest of those that were sent and did not come back yet. */
  readonly oldest?: readonly SentAsk[];
  /** How many may be under way now. */
  readonly limit: number;
  readonly retries: number;
  /** What most retries came after. */
  readonly retriesBecause?: string | undefined;
  /** Why fewer may be under way than could be. */
  readonly slowedBecause?: string | undefined;
  /** Why a system is only probed. */
  readonly heldBecause?: string | undefined;
  /** US dollars. */
  readonly spent: number;
  /** How long requests took, by system. */
  readonly times?: readonly SystemTimes[];
}
