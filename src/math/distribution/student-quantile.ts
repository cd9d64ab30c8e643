import { betaQuantileShare } from "./beta-quantile.ts";

/**
 * The value below which Student's t with the given degrees of freedom (positive, need not be whole)
 * lies with probability p. Minus and plus infinity at 0 and 1, and wherever its size would pass
 * 1e153.
 */
export function studentQuantile(p: number, degreesOfFreedom: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must be in [0, 1], got ${p}`);
  if (!(degreesOfFreedom > 0 && Number.isFinite(degreesOfFreedom))) {
    throw new RangeError(`degrees of freedom must be positive and finite, got ${degreesOfFreedom}`);
  }
  const bothTails = { lower: 2 * Math.min(p, 1 - p), upper: Math.abs(1 - 2 * p) };
  const { x, y } = betaQuantileShare(bothTails, degreesOfFreedom / 2, 0.5);
  return Math.sign(p - 0.5) * Math.sqrt((degreesOfFreedom * y) / x);
}
