import { textHash } from "../../math/text-hash.ts";

/**
 * How two choices are compared when asking whether they are the same: without case and outer space.
 */
export function foldChoice(choice: string): string {
  return choice.trim().toLowerCase();
}

/** The choices of a sample as a set, and one of them by its place in that set. */
export interface ChoiceSet {
  /**
   * Equal for samples that offer the same choices in whatever order; 31 bits, which cost no
   * allocation.
   */
  readonly digest: number;
  /** How many choices sort before the given one; −1 where none is given. */
  readonly rank: number;
}

/**
 * Computed for every sample of a set, so nothing is sorted: hashes of the choices are added up in
 * one pass.
 */
export function choiceSet(choices: readonly string[], index: number | null): ChoiceSet {
  const chosen = index === null ? "" : foldChoice(choices[index]!);
  let total = choices.length;
  let rank = 0;
  for (let i = 0; i < choices.length; i++) {
    const folded = foldChoice(choices[i]!);
    total = (total + textHash(folded, 0)) | 0;
    if (folded < chosen) rank++;
  }
  return { digest: total >>> 1, rank: index === null ? -1 : rank };
}
