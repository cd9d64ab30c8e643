import type { GraderNames } from "../asking/grader.ts";
import type { LentTables } from "../data/lent-tables.ts";
import type { ScratchMaker } from "../data/scratch.ts";

/**
 * What a task lends to its scoring. Which metrics there are depends on options and graders alone:
 * tables and the scratch are read once a run starts, long after the names of metrics are checked.
 */
export interface Lent {
  readonly graders: GraderNames;
  readonly tables: LentTables;
  /** Where evidence is laid aside that would take much memory; it stays there if `undefined`. */
  readonly scratch: ScratchMaker | undefined;
}

/** For callers without a task: no grader, no table, everything in memory. */
export const nothingLent: Lent = { graders: {}, tables: {}, scratch: undefined };
