import type { Sample } from "./sample.ts";

/** A validated sample with the digest of its content (32 hexadecimal digits): rows are known by what they say, never by their position. */
export interface PlannedSample<S extends Sample = Sample> {
  readonly sample: S;
  readonly digest: string;
}

/** Samples as they are read, in batches, so that nothing holds them all. May be iterated again. */
export type SampleBatches = AsyncIterable<readonly PlannedSample[]>;
