import type { ArraySource } from "../data/array-ref.ts";
import type { Sample } from "../data/sample.ts";
import type { Json } from "../json.ts";
import type { Random } from "../random.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Targets } from "../scores/target.ts";
import type { ScoredBy } from "./scored-by.ts";

/** What shows that scores mean something: baselines, known mistakes, examples and targets. */
export interface ProofFacet<S extends Sample, Prediction, Options> {
  readonly baselines: Baselines<S, Prediction>;
  readonly degradations: readonly Degradation<S, Prediction>[];
  readonly sanity?: SanityRules<S, Prediction, Options>;
  /**
   * Named sets of targets that were published for this kind of question: comparisons such as `>
   * 0.85`, by `metric` or `metric[slice=value]`.
   */
  readonly targets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly examples: readonly Example<S, Prediction>[];
}

/** Predictions that need no model. */
export interface Baselines<S extends Sample, Prediction> {
  oracle(sample: S): Prediction;
  chance(sample: S, random: Random): Prediction;
  /** What saying nothing looks like; scored where a system gave no answer. */
  empty(sample: S): Prediction;
  readonly majority?: MajorityBaseline<S, Prediction>;
  /** Further ones of this family alone. */
  readonly named?: readonly NamedBaseline<S, Prediction>[];
}

/** A baseline that only one family has, such as talking at fixed intervals. */
export interface NamedBaseline<S extends Sample, Prediction> {
  readonly id: string;
  readonly summary: string;
  /** What its amount is if the configuration names none; without it, it takes none. */
  readonly usualAmount?: number;
  /** What it needs of a sample, for the reason why one has no answer. */
  readonly needs?: string;
  /**
   * Why it has no answer to any sample of a task with these options; tasks that do not name it leave
   * it out.
   */
  unfit?(options: unknown): string | undefined;
  /** `undefined` where the sample lacks what the baseline needs. */
  predict(sample: S, amount: number): Prediction | undefined;
}

/** The most frequent answer, learnt from training samples. */
export interface MajorityBaseline<S extends Sample, Prediction> {
  /** `arrays` are the numbers that samples refer to, where they do. */
  fit(train: AsyncIterable<readonly S[]>, arrays?: ArraySource): Promise<Json>;
  predict(state: Json, sample: S): Prediction;
  /** Why a sample has no such answer, in a sentence; it is not predicted then. */
  lacks?(state: Json, sample: S): string | undefined;
}

/** Makes the oracle's predictions worse in one known way, to show that a metric notices. */
export interface Degradation<S extends Sample, Prediction> {
  readonly id: string;
  /** What it makes worse, and what an amount means. */
  readonly summary: string;
  /** The metric that must never rise along the amounts and must end strictly lower. */
  readonly metric: string;
  readonly amounts: readonly number[];
  /**
   * `random` starts from the same seed for every amount, so that a larger amount spoils a superset.
   */
  apply(
    prediction: Prediction,
    sample: S,
    degrade: { readonly amount: number; readonly random: Random },
  ): Prediction;
}

/** What the sanity check of a family knows beyond what holds for all. */
export interface SanityRules<S extends Sample, Prediction, Options> {
  /**
   * Named sets of targets for the oracle's scores, by metric, for those who do not ask for the
   * ceiling of every metric.
   */
  readonly criteria: Readonly<Record<string, Targets>>;
  /**
   * How far from its ceiling the truth may stay, by metric, where a score rests on single
   * precision.
   */
  readonly roundings?: Readonly<Record<string, number>>;
  /** Why a perfect prediction is not scored as one: which part of it, and by which rule. */
  explain(sample: S, prediction: Prediction, scored: ScoredBy<Options>): readonly string[];
}

/** Samples with predictions and the scores they must get, worked out by hand. */
export interface Example<S extends Sample, Prediction> {
  readonly name: string;
  readonly samples: readonly S[];
  /** Options that they are scored under; the defaults if left out. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly outcomes: readonly Outcome<Prediction>[];
  /** By metric id; `null` where the metric is not defined on these samples. */
  readonly expected: Readonly<Record<string, number | null>>;
}
