import type { GraderNames } from "../../core/asking/grader.ts";
import type { Json } from "../../core/json.ts";
import type { Unit } from "../format-number.ts";
import type { ScoreSummary, UnansweredPolicy } from "../score-summary.ts";

/**
 * All samples of a run by columns, so that pages can list, filter, slice and score them. This is
 * what is small; the columns are in files of their own, see `indexFiles`.
 */
export interface RunIndex {
  readonly schema: "vidimus-index/1";
  /** Another one once the log or the data is; part of the addresses of the files. */
  readonly key: string;
  readonly tasks: readonly IndexedTask[];
}

/** The index of a run, or why there is none. */
export type RunIndexDocument =
  | { readonly index: RunIndex; readonly problem?: undefined }
  | { readonly index: null; readonly problem: string; readonly hint?: string };

export interface IndexedTask {
  readonly id: string;
  readonly family: string;
  readonly options: Json;
  readonly graders: GraderNames;
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
  readonly samples: number;
  /** False where the data may not be handed on: there are ids and scores, and no texts. */
  readonly hasTexts: boolean;
  /** What samples can be sliced by, the slices of the family and the configuration first. */
  readonly fields: readonly IndexedField[];
  /** The metrics that single samples have values of come first. */
  readonly metrics: readonly IndexedMetric[];
  readonly outcomes: readonly string[];
  readonly errors: readonly string[];
  readonly systems: readonly IndexedSystem[];
}

/** A field of samples with few values. */
export interface IndexedField {
  readonly name: string;
  /** Whether scores are broken down by it without being asked. */
  readonly isSlice: boolean;
  readonly values: readonly string[];
}

export interface IndexedMetric
  extends Pick<ScoreSummary, "title" | "kind" | "best" | "worst" | "isTotal" | "signature"> {
  readonly id: string;
  readonly unit: Unit;
  /** The signature of the measure whose evidence it reads. */
  readonly measure: string;
  /** Whether every sample has a value. */
  readonly isPerSample: boolean;
}

export interface IndexedSystem {
  readonly id: string;
  readonly kind: string;
  /** Rows of its file of answers: as many as samples and repeats, once all are settled. */
  readonly answers: number;
  readonly repeats: number;
  readonly hasTimes: boolean;
  readonly hasCosts: boolean;
  /** Why metrics cannot be scored again, by their ids; only where some cannot. */
  readonly unscored?: Readonly<Record<string, string>>;
}

/** Numbers that stand for "none" in columns of codes. */
export const noCode = {
  field: 0xffff,
  error: 0xffff,
  value: 255,
  evidence: 0xffffffff,
} as const;

/** Names of the files of an index, by the places of task and system in it. */
export const indexFiles = {
  /** `f0` …: the code of each sample's value, of each field. */
  samples: (task: number) => `${task}.samples.bin`,
  /** `id`, `group`, `asked`, `truth` of each sample. */
  texts: (task: number) => `${task}.texts.bin`,
  /**
   * `sample`, `repeat`, `outcome`, `error`, `answer` (a hash of it), `evidence` (its row), `v0` … (values by metric; a
   * byte of 0, 1 or 255 of proportions), `ms`, `cost`.
   */
  answers: (task: number, system: number) => `${task}.${system}.answers.bin`,
  /** `answer`: what was answered, or why nothing was. */
  replies: (task: number, system: number) => `${task}.${system}.texts.bin`,
  /** See `packEvidence`. */
  evidence: (task: number, system: number) => `${task}.${system}.evidence.bin`,
} as const;
