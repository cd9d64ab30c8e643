/**
 * Formulas that add a constant to what they divide by, as the official BLEU does (1e-9), let equal
 * scores differ by that much.
 */
const formulaNoise = 1e-8;

/** By how much two scores may differ that are the same but for formulas and rounding. */
export function scoreNoise(...scores: readonly number[]): number {
  return formulaNoise * Math.max(1, ...scores.map(Math.abs));
}

/** The first score minus the second; 0 where only formulas and rounding set them apart. */
export function scoreDifference(first: number, second: number): number {
  const difference = first - second;
  return Math.abs(difference) <= scoreNoise(first, second) ? 0 : difference;
}
