import type { Json } from "../../core/json.ts";
import type { PlayableMedia } from "../browse/playable-media.ts";
import type { Unit } from "../format-number.ts";

/** Members of a sample by their names. */
export type Members = Readonly<Record<string, Json>>;

/** A sample whose truth is to be corrected. */
export interface GoldPage {
  readonly run: string;
  readonly task: string;
  readonly family: string;
  readonly sample: string;
  readonly asked: string;
  /** The members that a correction may change, as the data has them. */
  readonly before: Members;
  /** The same as the last correction has them. */
  readonly now: Members;
  /** The members of the sample that stay as they are. */
  readonly fixed: Members;
  /** JSON Schema of each member that may be changed. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** What systems answered, for the decision. */
  readonly answers: readonly GoldAnswer[];
  readonly media: readonly PlayableMedia[];
  /** All that was said so far, oldest first. */
  readonly history: readonly CorrectionEntry[];
  /** The file that corrections go to. */
  readonly file: string;
}

export interface GoldAnswer {
  readonly system: string;
  readonly outcome: string;
  readonly answer: string | null;
  readonly errorClass: string | null;
}

export interface CorrectionEntry {
  readonly truth: Members;
  readonly author: string;
  readonly reason: string;
  readonly at: string;
}

/** What is posted to correct a sample. */
export interface CorrectionRequest {
  /** The members with their new values; those that are as before are left out. */
  readonly truth: Members;
  readonly author: string;
  readonly reason: string;
}

/** Scores of a task under its data as it is and with corrections, system by system. */
export interface GoldComparison {
  readonly run: string;
  readonly task: string;
  readonly file: string;
  /** Samples whose truth is another one now. */
  readonly corrected: readonly string[];
  /** Samples that were added. */
  readonly added: readonly string[];
  /** Digests the file: names this version of the data. */
  readonly version: string;
  readonly command: string;
  readonly systems: readonly ComparedGold[];
}

export interface ComparedGold {
  readonly system: string;
  readonly isReference: boolean;
  /** Why not all its scores are over the same samples; absent where they are. */
  readonly differing?: string;
  readonly scores: readonly {
    readonly metric: string;
    readonly title: string;
    readonly unit: Unit;
    readonly before: GoldScore;
    readonly after: GoldScore;
    /** Whether both are over the same samples; a difference says nothing where they are not. */
    readonly isSameSamples: boolean;
  }[];
}

export interface GoldScore {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}
