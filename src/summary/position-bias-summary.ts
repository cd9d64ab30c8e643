/**
 * A system with its options in their own places and turned round, on the samples that are scored in
 * all of these orders.
 */
export interface PositionBiasSummary {
  readonly of: string;
  /** The id of the metric: a proportion. */
  readonly metric: string;
  readonly n: number;
  /** The first is the system itself, with shift 0. */
  readonly orders: readonly OrderScore[];
  readonly spread: SpreadScore;
  /** Only where the right option of some samples has stood in every place once. */
  readonly places?: PlacesSummary;
  /** The share of samples that are right in all of these orders. */
  readonly circular: Proportion;
}

/**
 * The same answers by where the right option stood. This is where a preference shows even if the
 * truth is spread evenly over places, so that one order is as good as the next: who always takes
 * the first option is right wherever the truth stands first, and nowhere else.
 */
export interface PlacesSummary {
  /** Samples whose right option has stood in every place. */
  readonly n: number;
  /** In order, from the first place on. */
  readonly scores: readonly Proportion[];
  readonly spread: SpreadScore;
}

export interface Proportion {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly interval: string;
}

/**
 * The highest score of an order (or place) minus the lowest; with an interval for all differences
 * between them at once, since the largest of them was chosen.
 */
export interface SpreadScore extends Proportion {
  /** For the score being the same in every order; `null` where there is no test. */
  readonly pValue: number | null;
  /** How it was tested. */
  readonly test: string;
}

export interface OrderScore extends Proportion {
  readonly system: string;
  /** Places that the options are turned by. */
  readonly shift: number;
}
