import type { ReplyFacts } from "./asked.ts";
import type { System } from "./system.ts";

/** A budget that leaves no room for what is still to be asked, in US dollars. */
export interface SpentBudget {
  readonly budget: number;
  readonly spent: number;
}

/**
 * What pays for asks. Every ask begins with `begin`, and ends with `end`, or with `leave` where it
 * was not put after all.
 */
export interface Budget {
  /** US dollars, earlier starts included. */
  readonly spent: number;
  /** Set once a system was refused because of the budget. */
  readonly spentBudget: SpentBudget | undefined;
  /**
   * What an ask may cost, to be handed over with it; `undefined` where it makes no difference, or
   * nobody can tell.
   */
  expected(system: System, ask: unknown): number | undefined;
  /**
   * Takes room for one ask: `undefined` where it has it, else a wait, which gives the reason where
   * there will be none.
   */
  begin(system: System, expected?: number): Promise<string | undefined> | undefined;
  /** Gives the room of an ask back that was not put after all. */
  leave(system: System, expected?: number): void;
  end(system: System, facts: ReplyFacts | undefined, expected?: number): void;
  /** Why a system may not be asked any more; `undefined` while there is room, or may be. */
  refusal(system: System): string | undefined;
}
