import type { Summary } from "../report/summary.ts";
import type { RunPlan } from "./dry-run.ts";

/** How a start of `vidimus run` ended. */
export interface RunResult {
  readonly interrupted: boolean;
  /** Absent where nothing was scored: a dry run, or an interrupt. */
  readonly summary?: Summary;
  readonly directory?: string;
  /** Only of a dry run. */
  readonly plan?: RunPlan;
}
