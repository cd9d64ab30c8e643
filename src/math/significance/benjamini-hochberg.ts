import { byRisingP } from "./rising-p.ts";

/**
 * P-values adjusted so that among those at most q the expected share of false rejections is at most
 * q, for independent or positively dependent tests (Benjamini and Hochberg 1995, "Controlling the
 * false discovery rate"). In the order given.
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(pValues.length);
  let lowest = 1;
  byRisingP(pValues)
    .toReversed()
    .forEach((index, fromTop) => {
      lowest = Math.min(lowest, (pValues.length / (pValues.length - fromTop)) * pValues[index]!);
      adjusted[index] = lowest;
    });
  return adjusted;
}
