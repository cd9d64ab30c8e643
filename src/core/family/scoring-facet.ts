import type { Sample } from "../data/sample.ts";
import type { Analysis } from "../scores/analysis.ts";
import type { Grades, Measure } from "../scores/measure.ts";
import type { Metric } from "../scores/metric.ts";
import type { Noticing } from "./noticing.ts";

/**
 * How answers are scored under the options of a task and with what it lends, both of which it holds.
 * Its measures, metrics and analyses may share what they compute.
 */
export interface ScoringFacet<S extends Sample, Prediction, Options> {
  /**
   * Signatures name the graders and tables that are read, so that scores by different judges are
   * never taken for the same.
   */
  readonly measures: readonly Measure<S, Prediction, unknown>[];
  /** The first is the headline. */
  readonly metrics: readonly Metric[];
  readonly analyses: readonly Analysis[];
  /** The values by which scores are broken down without being asked, by the name of the slice. */
  slices(sample: S): Readonly<Record<string, string>>;
  /**
   * Names of slices that are shown however many values they have, since scores are means over them;
   * others have to stay readable.
   */
  readonly wholeSlices?: readonly string[];
  /**
   * Where slices come from that data often lacks, by their names: said where a target asks for one
   * that no sample has.
   */
  readonly sliceSources?: Readonly<Record<string, string>>;
  /**
   * The kind of mistake, or `null` where the prediction is right or the truth is hidden. `grades`
   * are those of this prediction.
   */
  errorClass(sample: S, prediction: Prediction, grades: Grades): string | null;
  /**
   * Set where what counts as a mistake is only known once all samples are, such as by a threshold
   * that is chosen on some of them.
   */
  readonly lateRules?: LateRules<Options> | undefined;
  /**
   * Set where rules under these options keep the oracle below the ceiling of its metrics, so that
   * reports cannot take the one for the other: `measured`, its scores are computed beside those of
   * each system; `unknown`, they cannot be, since only a grader compares its answers.
   */
  readonly oracleShortfall?: "measured" | "unknown" | undefined;
  /** What is odd about the answers of a system; printed beside its scores. */
  noticeAnswers?(): Noticing<{ readonly sample: S; readonly prediction: Prediction }>;
  /**
   * What a reader of the scores must know besides, such as what compares meanings; printed beside
   * them.
   */
  readonly notes?: readonly string[];
}

/** Rules for mistakes that no sample shows by itself. */
export interface LateRules<Options> {
  /** The signature of the measure whose evidence decides. */
  readonly measure: string;
  /**
   * The options with what was chosen in its place, and under them the kind of mistake in each
   * sample, in the order of the evidence.
   */
  settle(evidence: Iterable<unknown>): {
    readonly options: Options;
    readonly errors: readonly (string | null)[];
  };
}
