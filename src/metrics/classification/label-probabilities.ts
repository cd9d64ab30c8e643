import type { HasLabelScores } from "./has-label-scores.ts";

/** How far the sum of probabilities may be from 1, for numbers that were rounded to 3 digits. */
const tolerance = 0.005;

/**
 * The scores of a sample as probabilities of its labels, and the place of the true one; `null`
 * where the scores are no probabilities (some label has none, one is outside 0 to 1, or they do not
 * sum to 1) or the sample does not count.
 */
export function labelProbabilities({
  truth,
  options,
  scores,
}: HasLabelScores): { readonly probabilities: readonly number[]; readonly truth: number } | null {
  if (truth === null || scores === null) return null;
  const place = options.indexOf(truth);
  const isFraction = (score: number | null) => score !== null && score >= 0 && score <= 1;
  if (place < 0 || !scores.every(isFraction)) return null;
  const probabilities = scores as readonly number[];
  const sum = probabilities.reduce((total, one) => total + one, 0);
  return Math.abs(sum - 1) <= tolerance ? { probabilities, truth: place } : null;
}

/**
 * Whether every answered sample of a known truth has probabilities: where one has none, the system
 * gives scores of another kind.
 */
export function haveProbabilities(items: readonly HasLabelScores[]): boolean {
  return items.every(
    (item) => item.truth === null || item.scores === null || labelProbabilities(item) !== null,
  );
}
