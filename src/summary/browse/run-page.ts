import type { Json } from "../../core/json.ts";
import type { Unit } from "../format-number.ts";
import type { Summary } from "../summary.ts";

/** A run in the list of runs: enough to recognise it and to read its headlines. */
export interface RunCard {
  /** The path of its folder below the folder that is viewed, with `/` between names. */
  readonly id: string;
  /** As the configuration calls it. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /**
   * `running`: another process writes it now; `stopped`: work is left and nobody does it;
   * `unreadable`: its log or its figures cannot be read, and `problem` says why.
   */
  readonly state: "running" | "complete" | "stopped" | "unreadable";
  readonly problem?: string;
  readonly tags: readonly string[];
  readonly headlines: readonly Headline[];
}

/** The first score of one system on one task. */
export interface Headline {
  readonly task: string;
  readonly family: string;
  readonly system: string;
  /** Whether it is a baseline or a probe, which stand behind the systems that are evaluated. */
  readonly isReference: boolean;
  readonly metric: string;
  readonly title: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly unit: Unit;
  readonly n: number;
  readonly coverage: number | null;
}

/** All runs below a folder, newest first. */
export interface RunList {
  readonly runs: readonly RunCard[];
}

/** Figures of a run that is not done, from what its log holds, or why there are none. */
export type FiguresSoFar =
  | { readonly summary: Summary; readonly problem?: undefined }
  | { readonly summary: null; readonly problem: string; readonly hint?: string };

/** One run: its figures, and where they come from. */
export interface RunPage {
  readonly card: RunCard;
  /** As they were written; `null` while there are none. */
  readonly summary: Summary | null;
  /** Why `summary` is not of the log as it is now; only where it is not. */
  readonly stale?: string;
  /** What manifest.json says: configuration, versions, seed, host. */
  readonly manifest: Readonly<Record<string, Json>> | null;
}
