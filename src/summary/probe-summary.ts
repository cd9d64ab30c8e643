import type { Json } from "../core/json.ts";

/** A system against one of its probes, on the samples that are scored for both. */
export interface GainSummary {
  /** The system that the probe is of. */
  readonly of: string;
  /** The probe. */
  readonly probe: string;
  readonly condition: string;
  /** By metric id. */
  readonly metrics: Readonly<Record<string, GainScore>>;
}

/** The system's score minus the probe's. Under the probe `blind` this is the video gain. */
export interface GainScore {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
  /** Two-sided, for no difference; `null` where there is no test. */
  readonly pValue: number | null;
  /** How it was tested. */
  readonly test: string;
  /** Pairs of answers. */
  readonly n: number;
  readonly groups: number;
}

/** Which system was asked, and under what condition. */
export interface ProbeSummary {
  readonly of: string;
  /** The kind of the probe. */
  readonly condition: string;
  /** What decides the condition, such as the places that options are turned by. */
  readonly settings: Json;
}
