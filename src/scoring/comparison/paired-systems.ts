import type { Metric } from "../../core/scores/metric.ts";
import type { GainScore } from "../../summary/probe-summary.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { PreparedMetric } from "../evidence/prepared-metric.ts";
import { none } from "../interval/score-intervals.ts";
import { commonRows } from "./common-rows.ts";
import type { PreparedSystem } from "./prepared-system.ts";

/** Two systems and which of their samples are the same. */
export interface PairedSystems {
  readonly first: PreparedSystem;
  readonly second: PreparedSystem;
  /** The rows of the samples that both hold, in one order. */
  readonly rows: readonly [Uint32Array, Uint32Array];
}

export interface PairSettings {
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
  /** 1 for every row of the first system that is looked at; all of them if absent. */
  readonly slice?: Uint8Array | undefined;
}

/** What both systems are scored by: the second by another metric where its rules are others. */
export interface MetricPair {
  readonly metric: Metric;
  readonly second?: Metric | undefined;
}

/** The first system's score minus the second's, and what it is made of. */
export interface PairedDifference extends GainScore {
  /** The scores of both on the pairs that count. */
  readonly first: number | null;
  readonly second: number | null;
  /** The smallest true difference that is found four times out of five. */
  readonly detectable: number | null;
  /** Of the difference, between groups; only of metrics of whole sets that are tested. */
  readonly standardError?: number;
  /** What the pairs that count differ by, of metrics that are means over samples. */
  readonly changes?: PairedChanges;
}

/** In the order of the pairs. */
export interface PairedChanges {
  readonly differences: Float64Array;
  /** Rows of the first system and of the second. */
  readonly rows: readonly [Uint32Array, Uint32Array];
}

/** Rows of pairs: of the first system and of the second. */
export type PairedRows = PairedSystems["rows"];

/** A metric as it is prepared for both systems. */
export type PreparedPair = readonly [PreparedMetric, PreparedMetric];

/** What is said of a difference beside its value. */
export type Inference = Pick<
  PairedDifference,
  "low" | "high" | "interval" | "pValue" | "test" | "detectable" | "standardError"
>;

export const undefinedDifference: PairedDifference = {
  value: null,
  first: null,
  second: null,
  ...none("the difference is not defined"),
  pValue: null,
  test: "none",
  detectable: null,
  n: 0,
  groups: 0,
};

/** Whether no sample scores differently; equal scores of samples that do are something else. */
export function isUnchanged({ value, changes, standardError }: PairedDifference): boolean {
  if (value !== 0) return false;
  return changes ? changes.differences.every((one) => one === 0) : standardError === 0;
}

/** Two systems on the samples that both hold. */
export function pairSystems(first: PreparedSystem, second: PreparedSystem): PairedSystems {
  const rows = commonRows([first.evidence.digests, second.evidence.digests]);
  return { first, second, rows: [rows[0]!, rows[1]!] };
}
