import type { Unit } from "./format-number.ts";

/** listing.json: the samples that readers of a report can filter and search. */
export interface SampleListing {
  readonly schema: "vidimus-listing/1";
  readonly tasks: readonly ListedTask[];
  /** `ListedSamples` of each task as JSON, compressed by gzip, in base64. */
  readonly packed: string;
}

/** How much of a task is listed. */
export interface ListedTask {
  readonly id: string;
  /** Those that the task is about, then probes; no baselines where there is anything else. */
  readonly systems: readonly ListedSystem[];
  /** False where the data may not be handed on: there are ids and scores, and no texts. */
  readonly hasTexts: boolean;
}

interface ListedSystem {
  readonly id: string;
  /** Answers that ended, or are still to be asked for. */
  readonly total: number;
  /** How many of them are in the list: mistakes first. */
  readonly listed: number;
}

/** The samples of one task by columns; numbers of systems are places in lists of the task. */
export interface ListedSamples {
  readonly task: string;
  /** The score of single samples that is listed; `null` where metrics only score the whole. */
  readonly score: { readonly title: string; readonly unit: Unit } | null;
  readonly outcomes: readonly string[];
  readonly errors: readonly string[];
  readonly slices: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly samples: {
    readonly id: readonly string[];
    /** Empty where it says no more than the id; so are texts that are not known. */
    readonly group: readonly string[];
    readonly asked: readonly string[];
    readonly truth: readonly string[];
    /** For each slice the value of each sample; −1 where it has none. */
    readonly slices: readonly (readonly number[])[];
  };
  readonly systems: readonly ListedAnswers[];
}

/** What a system answered, one entry for each answer. */
export interface ListedAnswers {
  readonly id: string;
  readonly isProbe: boolean;
  readonly sample: readonly number[];
  /** Counted from 1; empty where samples were asked once. */
  readonly repeat: readonly number[];
  readonly outcome: readonly number[];
  /** −1 where nothing is wrong. */
  readonly error: readonly number[];
  readonly score: readonly (number | null)[];
  /** The answer, or why there is none. */
  readonly answer: readonly string[];
}
