import type { DispatcherFigures } from "../engine/dispatcher-figures.ts";
import type { SystemHealth } from "../engine/health-watch.ts";
import type { LiveWorker } from "../summary/browse/live-progress.ts";
import type { SystemSummary } from "../summary/system-summary.ts";
import type { MachineLook } from "./machine/machine-watch.ts";

/**
 * What an evaluation reports while it goes on: a terminal, a page or a program shows what it needs
 * of it.
 */
export type EvaluationEvent =
  | RowEvent
  | StartedEvent
  | ProgressEvent
  | HealthEvent
  | ScoredEvent
  | ExportedEvent
  | MachineEvent
  | MessageEvent;

export type OnEvent = (event: EvaluationEvent) => void;

/** A row of a matrix begins. */
export interface RowEvent {
  readonly type: "row";
  readonly name: string;
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** A run was created, or an earlier one is continued. */
export interface StartedEvent {
  readonly type: "started";
  readonly directory: string;
  readonly isContinued: boolean;
  /** The row of a matrix that it belongs to; `null` outside of one. */
  readonly row: string | null;
}

/**
 * Totals since this start, several times a second at most and once at the end: never one event per
 * sample.
 */
export interface ProgressEvent {
  readonly type: "progress";
  /** What is counted, such as "samples". */
  readonly noun: string;
  readonly systems: readonly SystemProgress[];
  /** Absent where nothing is asked. */
  readonly asking?: DispatcherFigures | undefined;
  /** Those who ask, where that is done by workers. */
  readonly workers?: readonly LiveWorker[] | undefined;
}

export interface SystemProgress {
  /** Its id; empty where no single system is meant. */
  readonly system: string;
  /** How many there are; how many were read so far while `isGrowing`. */
  readonly expected: number;
  /** Whether the data is still being read, as where systems answer without being asked. */
  readonly isGrowing: boolean;
  readonly settled: number;
  /** Those of them that were settled by this start, and not by an earlier one. */
  readonly settledNow: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** A system went down, came back, or is not asked any more. */
export interface HealthEvent extends SystemHealth {
  readonly type: "health";
  readonly text: string;
}

/** A system has met all samples of a task. */
export interface ScoredEvent {
  readonly type: "scored";
  readonly task: string;
  readonly summary: SystemSummary;
}

export interface ExportedEvent {
  readonly type: "exported";
  readonly directory: string;
  readonly paths: readonly string[];
}

/** What the program uses of its machine, about every second. */
export interface MachineEvent extends MachineLook {
  readonly type: "machine";
}

/**
 * `warning`: something may be wrong; `remark`: a reader of the scores should know; `note`: what is
 * being done.
 */
export interface MessageEvent {
  readonly type: "warning" | "remark" | "note";
  readonly text: string;
}
