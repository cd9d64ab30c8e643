/**
 * The letters that name a choice in prompts, as spreadsheets name their columns: A for 0, Z for 25,
 * AA for 26.
 */
export function choiceLetter(index: number): string {
  let letters = "";
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/**
 * The index that letters name, where there are so many choices. One letter may be small; two or
 * more must be capitals, since small ones are words.
 */
export function letterIndex(letters: string, count: number): number | undefined {
  if (!/^(?:[A-Za-z]|[A-Z]{2,})$/.test(letters)) return undefined;
  let index = 0;
  for (const letter of letters.toUpperCase()) index = 26 * index + letter.charCodeAt(0) - 64;
  return index <= count ? index - 1 : undefined;
}
