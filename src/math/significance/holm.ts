import { byRisingP } from "./rising-p.ts";

/**
 * P-values adjusted so that rejecting those at most α keeps the chance of any false rejection at
 * most α, whatever their dependence (Holm 1979, "A simple sequentially rejective multiple test
 * procedure"). In the order given.
 */
export function holm(pValues: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(pValues.length);
  let highest = 0;
  byRisingP(pValues).forEach((index, rank) => {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * pValues[index]!));
    adjusted[index] = highest;
  });
  return adjusted;
}
