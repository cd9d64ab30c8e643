/** What mistakes take off a system's headline score. */
export interface ErrorCosts {
  /** The id of the metric. */
  readonly metric: string;
  /** The costliest class first; classes may overlap in what they cost where the metric is no mean. */
  readonly classes: readonly ErrorCost[];
  /** All mistakes together: what is missing to the score of a perfect system. */
  readonly all: ErrorCost;
}

/** How much better the score would be, were these answers perfect. */
export interface ErrorCost {
  readonly class: string;
  readonly samples: number;
  /** In the unit of the metric; positive where something is lost. */
  readonly cost: number;
  /** Ends of its 95 % interval. */
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
}
