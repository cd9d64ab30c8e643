import type { SpentBudget } from "../../core/asking/budget.ts";
import type { Summary } from "../../summary/summary.ts";

/** How a start of a run ended. */
export interface RunResult {
  readonly interrupted: boolean;
  /** Absent where it was interrupted before everything was scored. */
  readonly summary?: Summary;
  readonly directory: string;
  /** Set where work is left to do and the budget leaves no room for it. */
  readonly spentBudget?: SpentBudget | undefined;
}
