import type { ArrayRef, NumberArray } from "../data/array-ref.ts";
import type { Sample } from "../data/sample.ts";

/** What kind of thing is to be learnt. */
export type LearningProblem =
  /** One class out of several. */
  | { readonly kind: "class" }
  /** Any number of labels. */
  | { readonly kind: "labels" }
  /** Numbers, as many for every sample. */
  | { readonly kind: "values" }
  /**
   * Which item of a pool belongs to the sample: inputs are projected into the space of the targets
   * and compared there. `projects` says on which side the projection stands.
   */
  | { readonly kind: "match"; readonly projects: "query" | "candidates" };

/** What a head should give for a sample. */
export type LearningTarget =
  | {
      readonly kind: "class";
      readonly label: string;
      /** All there are, where those of the training samples are not all that count. */
      readonly classes?: readonly string[] | undefined;
    }
  | {
      readonly kind: "labels";
      readonly labels: readonly string[];
      readonly vocabulary?: readonly string[] | undefined;
    }
  | {
      readonly kind: "values";
      readonly refs: readonly ArrayRef[];
      /** The numbers themselves, where no file holds them as they are: `refs` is empty then. */
      readonly values?: Float32Array | Float64Array | undefined;
    };

/** What a head gives for a sample. */
export type HeadOutput =
  | {
      readonly kind: "class";
      readonly classes: readonly string[];
      /** One for each class; they add up to 1. */
      readonly probabilities: Float64Array;
    }
  | {
      readonly kind: "labels";
      readonly vocabulary: readonly string[];
      readonly probabilities: Float64Array;
    }
  | { readonly kind: "values"; readonly values: Float64Array }
  /** Places in the pool, best first. */
  | { readonly kind: "match"; readonly order: Uint32Array; readonly similarities: Float64Array };

/** What a sample is matched against. Samples of equal `id` have the same pool. */
export interface MatchPool {
  readonly id: string;
  readonly items: readonly PoolItem[];
}

interface PoolItem {
  readonly inputs: readonly ArrayRef[];
  readonly targets: readonly ArrayRef[];
}

/** Ranges of a recording, both ends included. */
export interface SampleReads {
  readonly recording: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/**
 * How samples of a family are learnt by heads: what goes in, what should come out, and what an
 * output says about a sample.
 */
export interface Learning<S extends Sample, Prediction, Options> {
  problem(options: Options): LearningProblem;
  /** Read one after the other and put together by `combine`. */
  inputs(sample: S, options: Options): readonly ArrayRef[];
  /** One row of features of what was read; laid end to end if left out. */
  combine?(arrays: readonly NumberArray[], options: Options): Float32Array | Float64Array;
  /** `undefined` where the sample has no truth to learn from. */
  target(sample: S, options: Options): LearningTarget | undefined;
  /**
   * Which stretch of which recording a training sample and its target read. Samples that share a
   * part of it with a validation sample are not learnt from. `undefined`: it shares nothing.
   */
  reads?(sample: S, options: Options): SampleReads | undefined;
  /** Only of problems of the kind `match`. */
  pool?(sample: S, options: Options): MatchPool;
  predict(output: HeadOutput, sample: S, options: Options): Prediction;
}
