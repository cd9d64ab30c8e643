import { gammaTails } from "./gamma-quantile.ts";

/** The probability that a chi-square value of so many degrees of freedom is above x. */
export function chiSquareTail(x: number, degrees: number): number {
  if (!(degrees > 0)) throw new RangeError(`degrees of freedom must be positive, got ${degrees}`);
  return x <= 0 ? 1 : gammaTails(x / 2, degrees / 2).upper;
}
