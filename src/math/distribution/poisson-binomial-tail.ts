import { normalProbability } from "./normal-probability.ts";

/** Above this many trials the normal approximation is as good, and the exact sum slow. */
const mostExact = 10_000;

/**
 * The probability of at least so many successes in independent trials of these probabilities
 * (Poisson's binomial distribution): exact up to 10,000 trials, by convolution; beyond by the normal
 * approximation with a correction for continuity.
 */
export function poissonBinomialTail(successes: number, probabilities: ArrayLike<number>): number {
  if (successes <= 0) return 1;
  if (successes > probabilities.length) return 0;
  return probabilities.length > mostExact
    ? approximateTail(successes, probabilities)
    : exactTail(successes, probabilities);
}

function exactTail(successes: number, probabilities: ArrayLike<number>): number {
  // chances[n]: of n successes so far; the last gathers all that are enough.
  const chances = new Float64Array(successes + 1);
  chances[0] = 1;
  for (let trial = 0; trial < probabilities.length; trial++) {
    const p = probabilities[trial]!;
    chances[successes]! += p * chances[successes - 1]!;
    for (let n = Math.min(trial + 1, successes - 1); n > 0; n--)
      chances[n] = chances[n]! * (1 - p) + chances[n - 1]! * p;
    chances[0]! *= 1 - p;
  }
  return Math.min(1, chances[successes]!);
}

function approximateTail(successes: number, probabilities: ArrayLike<number>): number {
  let [mean, variance] = [0, 0];
  for (let trial = 0; trial < probabilities.length; trial++) {
    const p = probabilities[trial]!;
    mean += p;
    variance += p * (1 - p);
  }
  if (variance === 0) return successes <= mean ? 1 : 0;
  return normalProbability(-(successes - 0.5 - mean) / Math.sqrt(variance));
}
