import type { MediaRef, Sample } from "../data/sample.ts";
import type { Outcome } from "../run/outcome.ts";

/**
 * What a family lends to probes: how its samples can be changed without becoming other questions. A
 * probe whose hook is missing is refused.
 */
export interface ProbeHooks<S extends Sample, Prediction> {
  /** The sample about other media, or about none. */
  withMedia?(sample: S, media: readonly MediaRef[]): S;
  /** The sample without its question, its options left. */
  withoutQuestion?(sample: S): S;
  /** The sample with what another system predicted about it, from where a system goes on. */
  withFound?(sample: S, found: Outcome<Prediction>): S;
  readonly options?: OptionHooks<S, Prediction>;
}

/** How options change places. An order names, for every place, the option that now stands there. */
export interface OptionHooks<S extends Sample, Prediction> {
  count(sample: S): number;
  arrange(sample: S, order: readonly number[]): S;
  /** A prediction about the arranged sample, as one about the sample itself. */
  restore(prediction: Prediction, order: readonly number[]): Prediction;
}
