import { letterIndex } from "../choice-letter.ts";

/**
 * Words without markup, one of them longer than an article: any other choice might itself be a
 * letter, as "the B." and "<b>B</b>" are.
 */
const plainWords = /^(?=.*[A-Za-z]{4})[A-Za-z0-9 ,.'-]+$/;

/**
 * The choice that the most usual of all replies names: one capital letter and nothing else.
 * `undefined` says only that the reply needs the rules, which read such a letter no differently but
 * take twenty times as long.
 */
export function letterAlone(text: string, choices: readonly string[]): number | undefined {
  const letter = text.trim();
  if (letter.length !== 1 || letter < "A" || letter > "Z") return undefined;
  return choices.every((choice) => plainWords.test(choice))
    ? letterIndex(letter, choices.length)
    : undefined;
}
