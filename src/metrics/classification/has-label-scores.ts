/** What metrics of scored labels read of one sample. */
export interface HasLabelScores {
  /** `null` where the truth is hidden: the sample does not count. */
  readonly truth: string | null;
  /** Every true label, where a sample may have several: takes the place of `truth`. */
  readonly truths?: readonly string[] | null;
  /** The labels on offer. */
  readonly options: readonly string[];
  /**
   * The score of each label on offer, higher for more likely; `null` in the place of a label
   * without a score, which ranks below all others. `null` as a whole where there is no answer.
   */
  readonly scores: readonly (number | null)[] | null;
}

/** The true labels of a sample; `null` where they are hidden. */
export function trueLabels({
  truth,
  truths,
}: Pick<HasLabelScores, "truth" | "truths">): readonly string[] | null {
  return truths === undefined ? (truth === null ? null : [truth]) : truths;
}

/** Throws unless every label on offer has a place for its score, which is finite or absent. */
export function checkScores({ options, scores }: Pick<HasLabelScores, "options" | "scores">): void {
  if (scores === null) return;
  if (scores.length !== options.length)
    throw new RangeError(`${scores.length} scores were given for ${options.length} labels`);
  const wrong = scores.findIndex((score) => score !== null && !Number.isFinite(score));
  if (wrong >= 0)
    throw new RangeError(
      `the score of the label "${options[wrong]}" must be a number, got ${scores[wrong]}`,
    );
}
