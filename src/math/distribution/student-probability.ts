import { betaTails } from "./incomplete-beta.ts";

/** P(T ≤ t) of Student's t with the given degrees of freedom (positive, need not be whole). */
export function studentProbability(t: number, degreesOfFreedom: number): number {
  if (!(degreesOfFreedom > 0 && Number.isFinite(degreesOfFreedom)))
    throw new RangeError(`degrees of freedom must be positive and finite, got ${degreesOfFreedom}`);
  if (Number.isNaN(t)) throw new RangeError("t must be a number");
  if (!Number.isFinite(t)) return t > 0 ? 1 : 0;
  const square = t * t;
  const sum = degreesOfFreedom + square;
  const { lower } = betaTails(degreesOfFreedom / 2, 0.5, {
    x: degreesOfFreedom / sum,
    y: square / sum,
  });
  return t > 0 ? 1 - lower / 2 : lower / 2;
}
