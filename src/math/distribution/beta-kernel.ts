import { stirlingError } from "./stirling-error.ts";

/** A number in [0, 1] and what it leaves of 1: near 1 a single double could not tell how much. */
export interface Share {
  readonly x: number;
  /** 1 − x. */
  readonly y: number;
}

/**
 * x^a · y^b / B(a, b) for a, b > 0: x·y times the density of the beta distribution. By Loader's
 * saddle-point form, which keeps its relative accuracy where a and b are large and the gamma
 * functions of the textbook form cancel.
 */
export function betaKernel(a: number, b: number, { x, y }: Share): number {
  const total = a + b;
  const difference = a * y - b * x;
  const exponent = stirlingError(total) - stirlingError(a) - stirlingError(b);
  const deviances =
    deviance(a, difference, a / total / x) + deviance(b, -difference, b / total / y);
  return Math.sqrt(((a / total) * b) / (2 * Math.PI)) * Math.exp(exponent - deviances);
}

/** a · ln(a / m) + m − a, given a − m and a / m; by its series where a and m are close. */
function deviance(a: number, difference: number, quotient: number): number {
  const ratio = difference / (2 * a - difference);
  if (!(Math.abs(ratio) < 0.1)) return a * Math.log(quotient) - difference;
  let sum = difference * ratio;
  let power = 2 * a * ratio;
  for (let odd = 3; ; odd += 2) {
    power *= ratio * ratio;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}
