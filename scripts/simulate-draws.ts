import { normalQuantile } from "../src/math/distribution/normal-quantile.ts";
import { nextUniform, type RandomState } from "../src/math/seeded-random.ts";

export function drawNormal(state: RandomState): number {
  return normalQuantile(nextUniform(state) + 2 ** -54);
}

/** Of scale 1: Marsaglia and Tsang (2000), and for shapes below 1 their boost. */
export function drawGamma(shape: number, state: RandomState): number {
  if (shape < 1) return drawGamma(shape + 1, state) * (1 - nextUniform(state)) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = drawNormal(state);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - nextUniform(state)) < (x * x) / 2 + d - d * v + d * Math.log(v))
      return d * v;
  }
}

/** A probability of the given mean: what happens with it correlates as stated. */
export function drawBeta(mean: number, correlation: number, state: RandomState): number {
  const weight = (1 - correlation) / correlation;
  const x = drawGamma(mean * weight, state);
  return x / (x + drawGamma((1 - mean) * weight, state));
}

/** For small means: the number of uniform draws whose product stays above e^−mean. */
export function drawPoisson(mean: number, state: RandomState): number {
  const end = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > end; product *= 1 - nextUniform(state)) count++;
  return count;
}
