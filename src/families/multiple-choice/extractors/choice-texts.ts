import { choiceLetter, letterIndex } from "../choice-letter.ts";
import { foldChoice } from "../choice-set.ts";
import { isIdiomatic, type Place } from "./assertion.ts";
import { plainCharacters, withoutMarkup } from "./reply-text.ts";

/** One place where a reply names a choice by its text. */
interface Mention extends Place {
  readonly choice: number;
  /** Whether words right beside it rule it out. */
  readonly isNegated: boolean;
}

/** What a system was asked for: the letter of a choice, or its text. */
export type WantedAnswer = "letter" | "text";

/** The choices of a sample, prepared for finding them in replies. */
export interface ChoiceTexts {
  readonly count: number;
  /** Length of the longest choice. */
  readonly longest: number;
  /**
   * Whether letters were asked for and a choice is itself such a letter: then a letter alone names
   * a choice by its place.
   */
  readonly isLettered: boolean;
  /**
   * The choice that reads like this: exactly but for case, else but for layout, articles and end
   * marks where that fits only one.
   */
  match(text: string): number | undefined;
  /**
   * The choice that a text begins with, followed by a mark or by a reason, and what comes after it.
   * Filler words need a reason, unless a choice was named before the text.
   */
  startOf(
    text: string,
    isAfterName?: boolean,
  ): { readonly choice: number; readonly rest: string } | undefined;
  /**
   * False where a text holds neither the letter of a choice nor its words, so that no rule could
   * read the choice from it.
   */
  mayName(choice: number, text: string): boolean;
  /** Where choices that can be told from ordinary words are named. */
  mentions(text: string): readonly Mention[];
  /** The choice that is the number which a sentence states, where choices are numbers. */
  statedNumber(text: string): number | undefined;
  /**
   * Whether a choice is a word that also opens a sentence without answering, such as "right" or
   * "first".
   */
  isFiller(choice: number): boolean;
}

export function choiceTexts(
  choices: readonly string[],
  wanted: WantedAnswer = "letter",
): ChoiceTexts {
  const folded = choices.map((choice) => foldChoice(plainCharacters(choice)));
  const keys = choices.map(looseKey);
  let longest = 0;
  for (const choice of choices) longest = Math.max(longest, choice.length);
  const places = new Map<string, number>();
  for (const [index, key] of keys.entries())
    places.set(key, key === "" || places.has(key) ? -1 : index);
  const unique = (key: string) => found(places.get(key) ?? -1);
  // One phrase is looked through by several rules, layer by layer.
  const seen = new Map<string, string>();
  const loose = (text: string) => {
    const known = seen.get(text) ?? loosened(text);
    seen.set(text, known);
    return known;
  };
  let sorted: readonly number[] | undefined;
  const longestFirst = () => {
    sorted ??= [...keys.keys()].sort((a, b) => keys[b]!.length - keys[a]!.length || a - b);
    return sorted;
  };
  const isFiller = (choice: number) => {
    const key = keys[choice]!;
    return isIdiomatic(key) && fillers.has(key) && !places.has(opposites.get(key) ?? "");
  };
  return {
    count: choices.length,
    longest,
    isLettered:
      wanted === "letter" &&
      keys.some((key) => letterIndex(key.toUpperCase(), choices.length) !== undefined),
    isFiller,
    match(text) {
      if (text.length > 2 * longest + 100) return undefined;
      return (
        found(folded.indexOf(foldChoice(text))) ??
        (text.endsWith("?") ? undefined : unique(looseKey(text)))
      );
    },
    startOf(text, isAfterName = false) {
      const start = loose(text).replace(leadingArticle, "");
      for (const choice of longestFirst()) {
        const key = keys[choice]!;
        if (key === "" || !start.startsWith(key) || unique(key) === undefined) continue;
        const rest = start.slice(key.length);
        if (
          !isAfterName && isFiller(choice)
            ? reason.test(rest)
            : afterChoice.test(rest) || (isPolar.test(key) && pronoun.test(rest))
        )
          return { choice, rest: rest.replace(afterChoice, "").trim() };
      }
      return undefined;
    },
    mayName(choice, text) {
      return (
        loose(text).includes(keys[choice]!) ||
        new RegExp(`(?<![a-z])${choiceLetter(choice)}(?![a-z])`, "i").test(text)
      );
    },
    mentions(text) {
      const mentions: Mention[] = [];
      const searched = loose(text);
      let left = searched;
      for (const choice of longestFirst()) {
        const key = keys[choice]!;
        if (!isDistinctive(key) || unique(key) === undefined) continue;
        for (let at = left.indexOf(key); at >= 0; at = left.indexOf(key, at + key.length)) {
          const before = searched.slice(0, at);
          const after = searched.slice(at + key.length);
          if (!isWhole(key, before, after)) continue;
          const isNegated =
            negationBefore.test(before.slice(-60)) || negationAfter.test(after.slice(0, 210));
          mentions.push({ choice, key, before, after, isNegated });
          // Blanked out, so that a shorter choice inside a longer one is not found as well.
          left = left.slice(0, at) + "\u0000".repeat(key.length) + left.slice(at + key.length);
        }
      }
      return mentions;
    },
    statedNumber(text) {
      const number = numberStatement.exec(loose(text))?.[1];
      return number === undefined ? undefined : unique(number);
    },
  };
}

function found(index: number): number | undefined {
  return index < 0 ? undefined : index;
}

const leadingArticle = /^(?:an?|the) (?=\S)/;
const afterChoice =
  /^["')\]]*\s*(?:[,:](?!\d)|\.(?! ?\d)|[;!]|- |(?=\b(?:because|since|due to)\b)|$)/;
const reason = /^["')\]]*,? (?:because|since|as|due to)\b/;
const isPolar = /^(?:yes|no)$/;
const pronoun = /^ (?:it|he|she|they|there|this|that)\b/;
const negation =
  "(?:if|whether|unless|not|never|neither|nor|cannot|without|except|excluding|rather than|instead of|unlike|no longer|incorrect|wrong|rule out|rules out)";
const negationBefore = new RegExp(`(?:\\b${negation}|n't)(?: [\\w'"]+){0,3} ["'(]*$`);
const negationAfter =
  /^["')]*(?: (?:option|choice|answer))? (?:(?:is|was|are|were|does|do|did|can|could|would|seems)(?: not|n't|not)\b|(?:is|are|seems) (?:also )?(?:wrong|incorrect|false|ruled|excluded|out|unlikely|impossible))|^[^.!?]{0,200}\?/;

/** A sentence whose only claim is a number: "There are 3 people." */
const numberStatement =
  /^(?:(?:so|thus|i think|i believe|in (?:the|this) \w+),? )*(?:there (?:is|are|was|were)|(?:i|we|you) (?:can |clearly )?(?:see|count)|it(?:'s| is| was)|they are|the (?:total|number|count|value|result|sum)(?: \w+){0,5}? (?:is|are|was|equals)|(?:the|this) (?:video|image|picture|clip|scene|footage|photo) (?:shows|has|contains|depicts))(?: (?:exactly|a total of|only|just|precisely|clearly))* ([-+]?\d+(?:[.,]\d+)*%?)(?: (?!more|other|less|or|and|to|of|in\b|minus|plus|fewer|times?)\p{L}+){0,2}(?: in (?:the|this|total)(?: \p{L}+)?)?[.!]*$/u;

/**
 * Words that open a reply, agree or order without answering, unless their opposite is offered too.
 */
const fillers = new Set(
  "right correct true well ok okay sure fine good great first second third next last now then one two look see wait please agreed certainly exactly clear clearly let go stop come like just up down on".split(
    " ",
  ),
);
const opposites: ReadonlyMap<string, string> = new Map([
  ["right", "wrong"],
  ["correct", "incorrect"],
  ["true", "false"],
  ["good", "bad"],
  ["stop", "go"],
  ["go", "stop"],
  ["on", "off"],
  ["up", "down"],
  ["down", "up"],
]);

/** Common words that say nothing by merely occurring in a sentence. */
const ordinaryWords = new Set(
  "yes no none all both other neither unknown unclear maybe nothing the and not".split(" "),
);
/** Words of one or two letters that stand in most sentences. */
const tinyWords = new Set(
  "a i an am as at be by do he if in is it me my no of on or so to us we".split(" "),
);

function isDistinctive(key: string): boolean {
  return (
    key !== "" &&
    /\p{L}/u.test(key) &&
    !ordinaryWords.has(key) &&
    (key.length > 2 ? true : key.length === 2 && !tinyWords.has(key))
  );
}

function isWhole(key: string, before: string, after: string): boolean {
  const startsInside = /^[\p{L}\p{N}]/u.test(key) && /[\p{L}\p{N}]$/u.test(before);
  const endsInside = /[\p{L}\p{N}]$/u.test(key) && /^[\p{L}\p{N}]/u.test(after);
  const isPartOfNumber = /^\d/.test(key) && /\d[.,]$|-$/.test(before);
  return !startsInside && !endsInside && !isPartOfNumber;
}

/** A text in the form in which choices are looked for. */
function loosened(text: string): string {
  // Plain words need none of what follows; this runs over every choice.
  if (plainWords.test(text)) return text.toLowerCase();
  let loose = withoutMarkup(plainCharacters(text)).toLowerCase();
  if (timesSign.test(loose)) loose = loose.replace(/\\times\b|×/g, "x");
  if (loose.includes("x")) loose = loose.replace(/(?<=\d) ?x ?(?=\d)/g, " x ");
  if (loose.includes("-")) loose = loose.replace(/(?<=\p{L})-(?=\p{L})/gu, " ");
  return (wideSpace.test(loose) ? loose.replace(/\s+/g, " ") : loose).trim();
}

const plainWords = /^[A-Za-z]+(?: [A-Za-z]+)*$/;
const timesSign = /[\\×]/;
/** Any space but a single blank. */
const wideSpace = /[^\S ]|\s\s/;

function looseKey(text: string): string {
  if (plainWords.test(text)) return text.toLowerCase().replace(leadingArticle, "");
  return loosened(text)
    .replace(/^["'([{$]+|["')\]}$]+$/g, "")
    .replace(/[\s.,;:!?]+$/, "")
    .replace(/["')\]}]+$/, "")
    .replace(leadingArticle, "")
    .trim();
}
