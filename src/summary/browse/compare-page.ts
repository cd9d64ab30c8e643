import type { BriefView } from "../../core/scores/view.ts";
import type { ComparedTask, Flip } from "../comparison-summary.ts";

/** Two runs, or two systems, set against each other sample by sample. */
export interface ComparePage {
  /** As they were named: a run, or `run#system`. The first is the baseline. */
  readonly sources: readonly [baseline: string, other: string];
  readonly tasks: readonly ComparedTaskPage[];
  /** Why nothing can be compared; only where that is so. */
  readonly problem?: { readonly reason: string; readonly hint?: string | undefined };
  /** Tasks that cannot be compared, and why. */
  readonly problems: readonly { readonly task: string; readonly reason: string }[];
  readonly notes: readonly string[];
  /** Probes that both have: they are compared where they are named, `run#probe`. */
  readonly probes: readonly string[];
}

export interface ComparedTaskPage {
  /** The comparison as `vidimus compare --json` has it. */
  readonly task: ComparedTask;
  readonly baseline: ComparedSide;
  readonly other: ComparedSide;
  /** Samples that they score differently on, with both answers; losses first. */
  readonly flips: readonly ComparedFlip[];
}

/** Where the answers of one side are found. */
export interface ComparedSide {
  readonly run: string;
  readonly task: string;
  readonly system: string;
}

export interface ComparedFlip extends Flip {
  readonly asked?: string | undefined;
  readonly truth?: string | undefined;
  readonly answers: readonly [baseline: BriefAnswer | null, other: BriefAnswer | null];
}

/** An answer in a line, or why there is none. */
export interface BriefAnswer extends BriefView {
  readonly reason?: string;
}
