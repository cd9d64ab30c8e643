import { nextUniform, type RandomState } from "../seeded-random.ts";

/**
 * Overwrites `weights` with Dirichlet(1, …, 1) weights that add up to their number: the weights of
 * a Bayesian bootstrap (Rubin 1981). Unlike counts they are never 0, so that no class vanishes.
 */
export function drawDirichlet(weights: Float64Array, state: RandomState): void {
  let total = 0;
  for (let at = 0; at < weights.length; at++) {
    const weight = -Math.log(1 - nextUniform(state));
    weights[at] = weight;
    total += weight;
  }
  const scale = weights.length / total;
  for (let at = 0; at < weights.length; at++) weights[at]! *= scale;
}
