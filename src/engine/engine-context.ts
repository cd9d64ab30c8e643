import type { OutcomeKind } from "../core/run/outcome.ts";
import type { ConversationTools } from "./conversation.ts";
import type { Settled } from "./settled.ts";

/** What the engine is handed: it knows no concrete store, system, clock or file. */
export interface EngineContext extends ConversationTools {
  /** Aborted when no more work is to be taken up; what is in flight goes on until `abort`. */
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
  /** Settled work with these outcomes is done again. */
  readonly retry: ReadonlySet<OutcomeKind>;
  /** False: nothing is asked, the log alone is read. */
  readonly asks: boolean;
  /** Roles of graders that are asked about answers in the log, although systems are not. */
  readonly gradesBy?: ReadonlySet<string> | undefined;
  onSettled(settled: Settled): void;
}
