/** How many answers are others when the very same is asked again. */
export interface MovedAnswers {
  readonly asked: number;
  readonly moved: number;
  /** 95 % interval of the share that moves. */
  readonly low: number;
  readonly high: number;
  /** A few of the samples. */
  readonly samples: readonly string[];
}

/** One system on one task, asked again. */
export interface SelfcheckedCell {
  readonly task: string;
  readonly system: string;
  /** As many at once as the configuration says. */
  readonly together: MovedAnswers;
  /** One at a time. */
  readonly alone: MovedAnswers;
  /** How much scores move as configured, by metric id; `vidimus compare` adds it. */
  readonly noise?: Readonly<Record<string, AskingNoise>>;
}

/** How much one asking adds to the variance of a score. */
export interface AskingNoise {
  /** For a score of one sample; of n samples it is so much divided by n. */
  readonly variance: number;
  /** Samples that were asked again, and their groups. */
  readonly samples: number;
  readonly groups: number;
}

/** `vidimus selfcheck` as data, and selfcheck.json in a run. */
export interface Selfcheck {
  readonly schema: "vidimus-selfcheck/1";
  readonly run: string;
  readonly cells: readonly SelfcheckedCell[];
  /** Systems that were left out, and why. */
  readonly notes: readonly string[];
}
