import { choiceLetter } from "../choice-letter.ts";

const letter = /^\s*\(?([A-Z]{1,2})[.):]\s*/;

/**
 * Options without the letters written in front of them ("A. red", "(B) blue"), where every one
 * carries its own; else as they are.
 */
export function withoutLetters(options: readonly string[]): readonly string[] {
  const isLettered = options.every(
    (option, index) => letter.exec(option)?.[1] === choiceLetter(index),
  );
  return isLettered ? options.map((option) => option.replace(letter, "")) : options;
}
