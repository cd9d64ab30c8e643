/**
 * What Stirling's formula leaves out: ln Γ(z + 1) − ((z + ½) ln z − z + ½ ln 2π), for z > 0.
 * Absolute error below 1e-14. The gamma function enters binomial and beta probabilities only
 * through it, so that nothing large cancels (Loader 2000, "Fast and accurate computation of
 * binomial probabilities").
 */
export function stirlingError(z: number): number {
  let shift = 0;
  while (z < 16) {
    shift += (z + 0.5) * Math.log1p(1 / z) - 1;
    z += 1;
  }
  const w = 1 / (z * z);
  return shift + (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w / 1188)))) / z;
}
