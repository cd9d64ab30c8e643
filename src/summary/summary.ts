import type { PromptNote } from "../core/family/asking-facet.ts";
import type { AnnotatorScores } from "./annotator-scores.ts";
import type { TaskComparisons } from "./comparison-summary.ts";
import type { MachineSummary } from "./performance/machine-summary.ts";
import type { PositionBiasSummary } from "./position-bias-summary.ts";
import type { GainSummary } from "./probe-summary.ts";
import type { PublishedResult } from "./published-result.ts";
import type { SystemSummary } from "./system-summary.ts";

/**
 * Everything that is known about a run in numbers: what `--json` prints, what metrics.json holds,
 * what reports draw. Fractions, never percentages.
 */
export interface Summary {
  readonly schema: "vidimus-summary/1";
  readonly name: string;
  /** False while work is left to do. */
  readonly complete: boolean;
  /**
   * Which samples were selected, in words such as "the first 40 samples of each task"; `null`: all
   * of them.
   */
  readonly selection: string | null;
  /**
   * Systems whose scores are not to be read, because too little came back or could be read; only
   * where there are some.
   */
  readonly shortfalls?: readonly Shortfall[];
  /** Tasks that could not be scored, and why; only where there are some. */
  readonly failures?: readonly TaskFailure[];
  readonly tasks: readonly TaskSummary[];
  /** What it took of the machine; only of runs that were watched. */
  readonly machine?: MachineSummary;
}

export interface TaskFailure {
  readonly task: string;
  readonly error: string;
  /** Whether it is a mistake of the program, not of what it was given. */
  readonly isDefect?: boolean;
}

/** A system that stays below a minimum of the configuration on a task. */
export interface Shortfall {
  readonly task: string;
  readonly system: string;
  readonly measure: "coverage" | "answered";
  /** The share of `samples`. */
  readonly value: number;
  readonly least: number;
  /** Planned samples that were reached. */
  readonly samples: number;
  /** The same in words. */
  readonly text: string;
}

/** With comparisons where the task has two or more systems that are neither baselines nor probes. */
export interface TaskSummary extends Partial<TaskComparisons> {
  readonly id: string;
  readonly family: string;
  /** The wording that chat systems were asked with. */
  readonly prompt?: PromptNote;
  /** What a reader of the scores must know besides. */
  readonly notes?: readonly string[];
  readonly systems: readonly SystemSummary[];
  /** What a second annotator reaches; only where the task names a second annotation. */
  readonly people?: AnnotatorScores;
  /** What others published of this task; only where the configuration names some. */
  readonly published?: readonly PublishedResult[];
  /** What probes take away from the systems they are of; only where there are probes. */
  readonly gains?: readonly GainSummary[];
  /**
   * Whether systems prefer places; only where a system is also asked with its options turned round.
   */
  readonly positionBias?: readonly PositionBiasSummary[];
}
