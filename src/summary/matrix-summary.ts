import type { Json } from "../core/json.ts";
import type { DifferenceVerdict } from "./comparison-summary.ts";
import type { GainScore } from "./probe-summary.ts";
import type { ScoreSummary } from "./score-summary.ts";
import type { Shortfall } from "./summary.ts";

/**
 * Runs of one configuration under different settings, beside each other: what matrix.json holds.
 * Fractions, never percentages.
 */
export interface MatrixSummary {
  readonly schema: "vidimus-matrix/1";
  readonly name: string;
  /** What to type to get the same. */
  readonly command: string;
  /** False while any row has work left to do. */
  readonly complete: boolean;
  /** Which samples were selected, in words; `null`: all of them. */
  readonly selection: string | null;
  /** The first is what the others are set against. */
  readonly rows: readonly MatrixRowSummary[];
  readonly settings: readonly MatrixSetting[];
  readonly tasks: readonly MatrixTask[];
}

interface MatrixRowSummary {
  /** Also the folder of its run. */
  readonly name: string;
  readonly complete: boolean;
  /** The lowest of any system on any task; `null` where nothing was planned. */
  readonly coverage: number | null;
  /** The lowest of any system on any task; `null` where nothing was planned. */
  readonly answered: number | null;
  /** Systems whose scores are not to be read; only where there are some. */
  readonly shortfalls?: readonly Shortfall[];
  /**
   * What a reader must know of this row that does not hold for all, behind the system that it is
   * about.
   */
  readonly remarks: readonly string[];
}

/** A value that rows set, in the order of the rows. */
export interface MatrixSetting {
  readonly path: string;
  readonly values: readonly Json[];
}

export interface MatrixTask {
  readonly id: string;
  readonly family: string;
  readonly systems: readonly MatrixSystem[];
}

export interface MatrixSystem {
  readonly id: string;
  readonly kind: string;
  /** The id of the metric to read first. */
  readonly headline: string;
  readonly metrics: readonly MatrixMetric[];
}

export interface MatrixMetric extends Pick<ScoreSummary, "title" | "kind" | "best" | "worst"> {
  readonly id: string;
  /** In the order of the rows; `null` where a row has no such task, system or metric. */
  readonly scores: readonly (MatrixScore | null)[];
}

export interface MatrixScore
  extends Pick<ScoreSummary, "value" | "low" | "high" | "interval" | "n" | "signature"> {
  readonly coverage: number | null;
  readonly answered: number | null;
  /** To the first row; absent in it, and where it has no such score. */
  readonly difference?: MatrixDifference;
}

export interface MatrixDifference extends GainScore {
  /** The p-value by Holm's correction over the rows of this metric. */
  readonly adjusted: number | null;
  readonly verdict: DifferenceVerdict;
  /** What a reader must know: why there is no difference, or what it leaves out. */
  readonly notes: readonly string[];
}
