/** What metrics of scored labels read of one sample. */
export interface HasLabelScores {
  /** `null` where the truth is hidden: the sample does not count. */
  readonly truth: string | null;
  /** The labels on offer. */
  readonly options: readonly string[];
  /** The score of each label on offer, higher for more likely; `null` where there is no answer. */
  readonly scores: readonly number[] | null;
}

/** Throws unless every label on offer has one finite score. */
export function checkScores({ options, scores }: HasLabelScores): void {
  if (scores === null) return;
  if (scores.length !== options.length)
    throw new RangeError(`${scores.length} scores were given for ${options.length} labels`);
  const wrong = scores.findIndex((score) => !Number.isFinite(score));
  if (wrong >= 0)
    throw new RangeError(
      `the score of the label "${options[wrong]}" must be a number, got ${scores[wrong]}`,
    );
}
