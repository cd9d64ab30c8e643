import type { Sample } from "./sample.ts";

/**
 * A validated sample with the digest of its content (32 hexadecimal digits): rows are known by what
 * they say, never by their position.
 */
export interface PlannedSample<S extends Sample = Sample> {
  readonly sample: S;
  readonly digest: string;
  /**
   * The digest without what settings put into it, such as subtitles, by which it is found again
   * under other settings; `digest` if absent.
   */
  readonly pairing?: string;
  /**
   * Set where the truth was corrected: the digest as the data has it. Answers that do not depend on
   * the truth are found by it.
   */
  readonly uncorrected?: string;
  /**
   * Where it stands in the data, counted from 0 and before any selection: only for orders that a
   * metric leaves to the input.
   */
  readonly position?: number | undefined;
  /**
   * Why it cannot be put to any system, such as damaged frames: it is planned, and a media error for
   * every system.
   */
  readonly lost?: string | undefined;
}

/** Samples as they are read, in batches, so that nothing holds them all. May be iterated again. */
export type SampleBatches = AsyncIterable<readonly PlannedSample[]>;
