import type { Metric } from "../core/scores/metric.ts";
import type { Problem } from "./problems/problem.ts";

/** Takes what is wrong. */
export type Report = (problem: Problem) => void;

/** What a task measures. */
export interface TaskNames {
  readonly position: number;
  readonly id: unknown;
  /**
   * All of its metrics; `undefined` where they cannot be known because its family or options are
   * wrong.
   */
  readonly metrics: readonly Metric[] | undefined;
  /** As they are written: ids and short names. */
  readonly chosen: readonly string[] | undefined;
  /** The names of the published sets of targets that its family has. */
  readonly presets: readonly string[];
}
