import type { Sample } from "../data/sample.ts";

/** A checklist that somebody published for benchmarks of this kind of question. */
export interface Profile<S extends Sample> {
  readonly id: string;
  readonly summary: string;
  /** Whether one of its items asks for the score of guesses. */
  readonly needsChance?: boolean;
  start(): ProfileReading<S>;
}

/** Meets all samples, then says what was found on each item of the checklist. */
export interface ProfileReading<S extends Sample> {
  add(sample: S): void;
  finish(evidence: ProfileEvidence): readonly ProfileItem[];
}

/** What samples alone do not show. */
export interface ProfileEvidence {
  /** Absent where no second annotation was given. */
  readonly second?: SecondAnnotator;
  /** The headline score of guesses; absent where nothing could be scored. */
  readonly chance?: ProfileFigure;
}

interface SecondAnnotator {
  /** How many samples both annotated. */
  readonly samples: number;
  /** `null` where kappa is not defined on them. */
  readonly kappa: ProfileFigure | null;
}

/** A figure with its 95 % interval, where it has one. */
export interface ProfileFigure {
  readonly title: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface ProfileItem {
  readonly item: string;
  readonly wanted: string;
  /** What was counted, in words. */
  readonly found: string;
  /** The same as a number, such as videos, questions with evidence or kappa; `null` if unknown. */
  readonly measured: number | null;
  readonly verdict: "met" | "not met" | "not known";
  /** Which file, field or flag would tell; only where it is not known. */
  readonly tells?: string;
}
