import { shown } from "../../core/asking/shown.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { choiceLetter, letterIndex } from "./choice-letter.ts";
import { foldChoice } from "./choice-set.ts";

/**
 * The index of the choice that a value from a file names. A number is an index from 0. A text is
 * the text of a choice (exactly, else without regard to case and outer space) or, where no choice
 * reads so, its letter: the text wins.
 */
export function namedChoice(value: unknown, choices: readonly string[]): Result<number> {
  if (typeof value === "number") return byIndex(value, choices);
  if (typeof value !== "string") return unnamed(value, choices);
  return byText(value, choices) ?? byLetter(value, choices);
}

function byIndex(index: number, choices: readonly string[]): Result<number> {
  return Number.isInteger(index) && index >= 0 && index < choices.length
    ? success(index)
    : unnamed(index, choices);
}

function byText(text: string, choices: readonly string[]): Result<number> | undefined {
  const index = choices.indexOf(text);
  if (index >= 0) return choices.includes(text, index + 1) ? ambiguous(text) : success(index);
  const folded = foldChoice(text);
  const matches = choices.flatMap((choice, at) => (foldChoice(choice) === folded ? [at] : []));
  if (matches.length === 0) return undefined;
  return matches.length === 1 ? success(matches[0]!) : ambiguous(text);
}

function byLetter(text: string, choices: readonly string[]): Result<number> {
  const index = letterIndex(text.trim(), choices.length);
  return index === undefined ? unnamed(text, choices) : success(index);
}

function ambiguous(text: string): Result<number> {
  return failure(`${shown(text)} names more than one choice; give its index, counted from 0`);
}

function unnamed(value: unknown, choices: readonly string[]): Result<number> {
  const last = choices.length - 1;
  return failure(
    `${shown(value)} is none of the choices; give an index from 0 to ${last}, a letter from A to ${choiceLetter(last)}, or a choice's text`,
  );
}
