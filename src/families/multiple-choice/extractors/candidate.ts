import { letterIndex } from "../choice-letter.ts";
import type { ChoiceTexts } from "./choice-texts.ts";
import { isTakenBack } from "./denial.ts";
import { choiceReading, conflict, type Reading } from "./reading.ts";

/** The choice that a letter names, or letters where there are more than 26 choices. */
export function letterChoice(letters: string, texts: ChoiceTexts): number | undefined {
  return letterIndex(letters, texts.count);
}

/**
 * Whether a line begins with two or three capitals outside brackets: the name of a choice only
 * where nothing else is said, and often a word.
 */
export function startsWithBareName(line: string): boolean {
  return /^["'*\s-]*[A-Z]{2,3}(?![\p{L}\p{N}'])/u.test(line);
}

/** Reads a phrase that is nothing but an answer: a choice's text, its letter, or both. */
export function readWhole(phrase: string, texts: ChoiceTexts): Reading | undefined {
  if (phrase.length > 2 * texts.longest + 100) return undefined;
  for (const { text, isIntroduced } of peeled(phrase)) {
    const reading =
      (texts.isLettered ? readLetter(text, texts) : undefined) ??
      readText(text, isIntroduced, texts) ??
      readLetter(text, texts) ??
      readSeveral(text, texts) ??
      readLetterWithText(text, texts) ??
      readNumbered(text, texts);
    if (reading) return reading;
  }
  return undefined;
}

/**
 * Reads a phrase that begins with an answer and goes on: with a reason, a comment or a paraphrase
 * of the choice.
 */
export function readStart(phrase: string, texts: ChoiceTexts): Reading | undefined {
  for (const { text } of peeled(phrase)) {
    const reading = readLetterThenMore(text, texts) ?? readTextThenMore(text, texts);
    if (reading) return reading;
  }
  return undefined;
}

const wrappers: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["$", "$"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
];
const bullet =
  /^(?:[-*+•·▪►➤→✓✔✅☑👉]+\s+|[✓✔✅☑👉→]+|[:>]+ *(?=["'([]*[A-Z]{1,3}(?![\p{L}\p{N}'])))/u;
const openingWord =
  /^(?:so|thus|therefore|hence|ok|okay|sure|certainly|clearly|definitely|probably|likely|most likely|indeed|just|simply|that|the following|as follows|it is|it's)\b[,:]?\s+/i;
const label = /^(?:(?:the )?(?:correct |right |best )?(?:option|choice|letter|answer))\s+/i;
const startsWithLetter = /^["'([]*(?:[A-Za-z]|[A-Z]{2,3})(?![\p{L}\p{N}'])/u;

interface Layer {
  readonly text: string;
  /** Whether an opening word such as "just" or "it is" was taken off. */
  readonly isIntroduced: boolean;
}

/**
 * A phrase, then the same with one layer after the other taken off. Each layer is tried, since a
 * choice may itself begin with such a word.
 */
function* peeled(phrase: string): Generator<Layer> {
  let text = phrase.trim();
  let isIntroduced = false;
  for (let layers = 0; text !== "" && layers < 10; layers++) {
    yield { text, isIntroduced };
    isIntroduced ||= openingWord.test(text);
    const inner =
      unwrapped(text) ?? withoutLabel(text.replace(bullet, "").replace(openingWord, "")).trim();
    if (inner === text) {
      const shorter = withoutEndMarks(text);
      if (shorter === text) return;
      text = shorter;
    } else text = inner;
  }
}

function withoutLabel(text: string): string {
  const rest = text.replace(label, "");
  return startsWithLetter.test(rest) ? rest : text;
}

/**
 * A question is no answer, so its mark stays. A loop, because a pattern at the end of a text costs
 * the square of its length on a long run of marks.
 */
function withoutEndMarks(text: string): string {
  let end = text.length;
  while (end > 0 && ".,;:! \n✅✔✓".includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

function unwrapped(text: string): string | undefined {
  const pair = wrappers.find(
    ([open, close]) =>
      text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close),
  );
  return pair && text.slice(pair[0].length, -pair[1].length).trim();
}

/** "It is right" and "just a second" say something else than "right" and "second". */
function readText(text: string, isIntroduced: boolean, texts: ChoiceTexts): Reading | undefined {
  const choice = texts.match(text);
  return choice === undefined || (isIntroduced && texts.isFiller(choice))
    ? undefined
    : choiceReading(choice);
}

function readLetter(text: string, texts: ChoiceTexts): Reading | undefined {
  const match = /^["']*([([{]*)["']*([A-Za-z]|[A-Z]{2,3})["')\]}]*[.:,;!]*["')\]}]*$/.exec(text);
  if (!match || (match[1] === "" && capitalWords.has(match[2]!))) return undefined;
  const choice = letterChoice(match[2]!, texts);
  return choice === undefined ? undefined : choiceReading(choice);
}

/** Words that, shouted, look like the name of a choice after Z; in brackets they are one. */
const capitalWords = new Set(
  "AM AN AS AT BE BY DO GO HE HI IF IN IS IT ME MY NO OF OH OK ON OR SO TO TV UP US WE ACE ACT ADD AGE AGO AID AIM AIR ALL AND ANY ARE ASK".split(
    " ",
  ),
);

/** Two or more letters in a row, such as "A, C" or "B or D". */
function readSeveral(text: string, texts: ChoiceTexts): Reading | undefined {
  const row =
    /^(?:[Bb]oth |[Ee]ither )?\(?[A-Z]{1,3}\)?(?:\s*(?:,|&|\/|\+|;|,?\s*(?:and|or|and\/or))\s*\(?[A-Z]{1,3}\)?)+(?![\p{L}\p{N}'])/u.exec(
      text,
    );
  if (!row) return undefined;
  const letters = row[0].match(/(?<!\p{L})[A-Z]{1,3}(?!\p{L})/gu) ?? [];
  const named = new Set(letters.map((letter) => letterChoice(letter, texts)));
  return named.size > 1 && !named.has(undefined)
    ? conflict(`several choices are named: ${row[0].trim()}`)
    : undefined;
}

/** "B. text", "B text" or "text (B)", where letter and text must say the same. */
function readLetterWithText(text: string, texts: ChoiceTexts): Reading | undefined {
  const before = /^["'([{]*([A-Za-z]|[A-Z]{2,3})["')\]}]*(?:\s*[.):,;-]+\s*|\s+)(.+)$/s.exec(text);
  const after =
    /^(.+?)\s*(?:[-,:]\s*)?[([]\s*(?:option |choice |answer )?([A-Za-z]{1,3})\s*[)\]][.!]?$/is.exec(
      text,
    );
  for (const [letter, other] of [
    [before?.[1], before?.[2]],
    [after?.[2], after?.[1]],
  ]) {
    const named = letter === undefined ? undefined : letterChoice(letter, texts);
    const read = other === undefined ? undefined : texts.match(stripQuotes(other));
    if (named === undefined || read === undefined) continue;
    if (named === read) return choiceReading(read);
    return conflict(`the letter ${letter} and the text of another choice are named together`);
  }
  return undefined;
}

/**
 * "1. Yes": the number of a line, or of the choice that it names; any other number makes it unclear
 * what is meant.
 */
function readNumbered(text: string, texts: ChoiceTexts): Reading | undefined {
  const match = /^(\d{1,2})[.)] +(?!\d)(.+)$/.exec(text);
  const reading = match ? readWhole(match[2]!, texts) : undefined;
  return reading?.kind === "choice" &&
    (match![1] === "1" || Number(match![1]) === reading.choice + 1)
    ? reading
    : undefined;
}

function stripQuotes(text: string): string {
  return text.trim().replace(/^["']+|["']+[.]?$/g, "");
}

/**
 * A letter that cannot be an article, a pronoun or an initial: set off by a mark or followed by a
 * reason.
 */
const letterThenMore =
  /^(?:[([]([A-Za-z]|[A-Z]{2,3})[)\]][.:,]?\s*|([A-Z]{1,3})(?:\s*[):]\s*|\.\s+|\.(?=[A-Z][a-z])|\s*[,;]\s+|\s+-+\s*|\s*--+\s*|\s+(?=(?:because|since|as|due)\s|\()))(.+)$/s;

function readLetterThenMore(text: string, texts: ChoiceTexts): Reading | undefined {
  const match = letterThenMore.exec(text);
  const letter = match?.[1] ?? match?.[2];
  if (!match || letter === undefined) return undefined;
  const choice = letterChoice(letter, texts);
  // "I, for one" is a pronoun, and "A:" may stand for "answer".
  if (choice === undefined || /^I\s*,|^A\s*:/.test(text)) return undefined;
  const rest = match[3]!.replace(excludedLetters, "");
  if (namesAnotherLetter(rest, choice, texts) || contradicts(rest, choice, texts))
    return conflict(`the letter ${letter} and another choice are named together`);
  const own = texts.startOf(rest, true);
  return isTakenBack(own ? own.rest : rest) && texts.match(rest) === undefined
    ? takenBack()
    : choiceReading(choice);
}

/** "not C" beside an answer rules C out and takes nothing back. */
const excludedLetters =
  /(?<!\p{L})(?:and |but )?not (?:option |choice |answer )?["'([]*[A-Z]{1,3}["')\]]*(?![\p{L}\p{N}'])/gu;

function takenBack(): Reading {
  return conflict("a choice is named, but taken back or made to depend on something");
}

/** Whether what follows a letter is another letter, or has one as a label. */
function namesAnotherLetter(rest: string, choice: number, texts: ChoiceTexts): boolean {
  if (readLetter(rest.trim(), texts)) return true;
  const labels = rest.matchAll(
    /(?<![\p{L}\p{N}])\(?([A-Z]{1,3})(?:\)|\.(?= \p{Ll}))|(?<![\p{L}\p{N}])([A-Z]):|^(?:and|or|plus) (?:\w+ )?([A-Z]{1,3})(?![\p{L}\p{N}'])/gu,
  );
  return labels.some(([, ...names]) => {
    const letter = names.find((name) => name !== undefined);
    return (letterChoice(letter!, texts) ?? choice) !== choice;
  });
}

/** Whether what follows a letter begins as, or names in its first sentence, only other choices. */
function contradicts(rest: string, choice: number, texts: ChoiceTexts): boolean {
  const start = texts.match(rest) ?? texts.startOf(rest, true)?.choice;
  if (start !== undefined) return start !== choice;
  if (/^(?:because|since|as|due)\b/i.test(rest)) return false;
  const sentence = rest.split(/[.!?](?:\s|$)|\n/)[0]!;
  const named = texts.mentions(sentence).filter(({ isNegated }) => !isNegated);
  return named.length > 0 && !named.some((mention) => mention.choice === choice);
}

function readTextThenMore(text: string, texts: ChoiceTexts): Reading | undefined {
  const start = texts.startOf(text);
  if (!start) return undefined;
  const next = texts.match(start.rest) ?? texts.startOf(start.rest, true)?.choice;
  const isClash =
    (next !== undefined && next !== start.choice) ||
    texts
      .mentions(start.rest)
      .some(({ choice, isNegated }) => !isNegated && choice !== start.choice);
  if (isClash) return conflict("several choices are named");
  return isTakenBack(start.rest) ? takenBack() : choiceReading(start.choice);
}
