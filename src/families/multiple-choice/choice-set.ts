/** How two choices are compared when asking whether they are the same: without case and outer space. */
export function foldChoice(choice: string): string {
  return choice.trim().toLowerCase();
}

/**
 * A number that is equal for samples that offer the same choices in whatever order. Computed for every sample of a set, so nothing is
 * sorted: digests of the choices are added up.
 */
export function optionSetDigest(choices: readonly string[]): number {
  let total = choices.length;
  for (let i = 0; i < choices.length; i++) total = (total + textDigest(foldChoice(choices[i]!))) | 0;
  // 31 bits stay small integers in V8 and so cost no allocation.
  return total >>> 1;
}

/** FNV-1a over UTF-16 units, then stirred, since digests that are to be added must differ in all their bits. */
function textDigest(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** How many choices sort before this one: names a choice by its text where samples offer the same choices in different orders. */
export function choiceRank(choices: readonly string[], index: number): number {
  const chosen = foldChoice(choices[index]!);
  let rank = 0;
  for (let i = 0; i < choices.length; i++) if (foldChoice(choices[i]!) < chosen) rank++;
  return rank;
}
