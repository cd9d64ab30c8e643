import { nextUniform, type RandomState } from "../seeded-random.ts";
import { stirlingError } from "./stirling-error.ts";

/**
 * A number of successes in whole `trials` of the given probability, exactly binomial up to
 * rounding. By inversion where few are expected, else by transformed rejection (BTRS of Hörmann
 * 1993, "The generation of binomial random variates"), whose time does not grow with the trials.
 */
export function drawBinomial(trials: number, probability: number, state: RandomState): number {
  if (probability > 0.5) return trials - drawBinomial(trials, 1 - probability, state);
  return trials * probability < 10
    ? invert(trials, probability, state)
    : reject(trials, probability, state);
}

/** Walks up the distribution until a uniform number is used up. */
function invert(trials: number, probability: number, state: RandomState): number {
  const odds = probability / (1 - probability);
  let mass = (1 - probability) ** trials;
  let rest = nextUniform(state);
  let count = 0;
  while (rest > mass && count < trials) {
    rest -= mass;
    count += 1;
    mass *= (odds * (trials - count + 1)) / count;
  }
  return count;
}

function reject(trials: number, probability: number, state: RandomState): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const centre = trials * probability + 0.5;
  const surely = 0.92 - 4.2 / b;
  const scale = (2.83 + 5.1 / b) * deviation;
  for (;;) {
    const u = nextUniform(state) - 0.5;
    const v = nextUniform(state);
    const edge = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / edge + b) * u + centre);
    if (edge >= 0.07 && v <= surely) return count;
    if (!(count >= 0 && count <= trials)) continue;
    if (
      Math.log((v * scale) / (a / (edge * edge) + b)) <=
      logMassAgainstMode(count, trials, probability)
    )
      return count;
  }
}

/**
 * The logarithm of the probability of a count over that of the most likely count, by Stirling's
 * formula with its error.
 */
export function logMassAgainstMode(count: number, trials: number, probability: number): number {
  const mode = Math.floor((trials + 1) * probability);
  const odds = probability / (1 - probability);
  return (
    (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
    (trials + 1) * Math.log((trials - mode + 1) / (trials - count + 1)) +
    (count + 0.5) * Math.log((odds * (trials - count + 1)) / (count + 1)) +
    stirlingError(mode + 1) +
    stirlingError(trials - mode + 1) -
    stirlingError(count + 1) -
    stirlingError(trials - count + 1)
  );
}
