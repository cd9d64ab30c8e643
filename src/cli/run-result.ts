import type { Summary } from "../report/summary.ts";

/** How a start of `vidimus run` ended. */
export interface RunResult {
  readonly interrupted: boolean;
  /** Absent where nothing was scored: a dry run, or an interrupt. */
  readonly summary?: Summary;
  readonly directory?: string;
}
