import type { SpentBudget } from "../../engine/spending.ts";
import type { Summary } from "../../summary/summary.ts";
import type { RunPlan } from "../estimate/dry-run.ts";

/** How a start of `vidimus run` ended. */
export interface RunResult {
  readonly interrupted: boolean;
  /** Absent where nothing was scored: a dry run, or an interrupt. */
  readonly summary?: Summary;
  readonly directory?: string;
  /** Set where work is left to do and the budget leaves no room for it. */
  readonly spentBudget?: SpentBudget | undefined;
  /** Only of a dry run. */
  readonly plan?: RunPlan;
}
