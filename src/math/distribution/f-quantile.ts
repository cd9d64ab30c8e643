import { betaQuantileShare } from "./beta-quantile.ts";

/**
 * The value below which Fisher's F with the given degrees of freedom (positive, need not be whole)
 * lies with probability p, by way of the beta distribution: X ~ F(a, b) is (b/a)·B/(1 − B) with B ~
 * Beta(a/2, b/2).
 */
export function fQuantile(p: number, numeratorDegrees: number, denominatorDegrees: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must be in [0, 1], got ${p}`);
  const { x, y } = betaQuantileShare(
    { lower: p, upper: 1 - p },
    numeratorDegrees / 2,
    denominatorDegrees / 2,
  );
  return (denominatorDegrees * x) / (numeratorDegrees * y);
}
