import { foldChoice } from "../choice-set.ts";
import { plainCharacters, withoutMarkup } from "./reply-text.ts";

/** One place where a reply names a choice by its text. */
interface Mention {
  readonly choice: number;
  readonly isNegated: boolean;
}

/** The choices of a sample, prepared for finding them in replies. */
export interface ChoiceTexts {
  readonly count: number;
  /** Length of the longest choice. */
  readonly longest: number;
  /** The choice that reads like this: exactly but for case, else but for layout, articles and end marks where that fits only one. */
  match(text: string): number | undefined;
  /** The choice that a text begins with, followed by a mark or by a reason, and what comes after it. */
  startOf(text: string): { readonly choice: number; readonly rest: string } | undefined;
  /** Where choices that can be told from ordinary words are named. */
  mentions(text: string): readonly Mention[];
  /** The choice that is the only number in a text, where choices are numbers. */
  onlyNumber(text: string): number | undefined;
}

export function choiceTexts(choices: readonly string[]): ChoiceTexts {
  const folded = choices.map((choice) => foldChoice(plainCharacters(choice)));
  const keys = choices.map(looseKey);
  const longest = Math.max(...choices.map((choice) => choice.length));
  const longestFirst = [...keys.keys()].sort((a, b) => keys[b]!.length - keys[a]!.length || a - b);
  const unique = (key: string) => (key !== "" && keys.indexOf(key) === keys.lastIndexOf(key) ? keys.indexOf(key) : -1);
  const found = (index: number) => (index < 0 ? undefined : index);
  return {
    count: choices.length,
    longest,
    match(text) {
      if (text.length > 2 * longest + 100) return undefined;
      return found(folded.indexOf(foldChoice(text))) ?? found(unique(looseKey(text)));
    },
    startOf(text) {
      const loose = loosened(text).replace(leadingArticle, "");
      for (const choice of longestFirst) {
        const key = keys[choice]!;
        if (key === "" || !loose.startsWith(key) || unique(key) < 0) continue;
        const rest = loose.slice(key.length);
        if (afterChoice.test(rest) || (isPolar.test(key) && pronoun.test(rest)))
          return { choice, rest: rest.replace(afterChoice, "").trim() };
      }
      return undefined;
    },
    mentions(text) {
      const mentions: Mention[] = [];
      let loose = loosened(text);
      for (const choice of longestFirst) {
        const key = keys[choice]!;
        if (!isDistinctive(key) || unique(key) < 0) continue;
        for (let at = loose.indexOf(key); at >= 0; at = loose.indexOf(key, at + key.length)) {
          const before = loose.slice(0, at);
          const after = loose.slice(at + key.length);
          if (!isWhole(key, before, after)) continue;
          mentions.push({ choice, isNegated: negationBefore.test(before.slice(-60)) || negationAfter.test(after.slice(0, 210)) });
          // Blanked out, so that a shorter choice inside a longer one is not found as well.
          loose = before + "\u0000".repeat(key.length) + after;
        }
      }
      return mentions;
    },
    onlyNumber(text) {
      const loose = loosened(text);
      if (numberedThing.test(loose)) return undefined;
      const numbers = new Set(loose.match(/(?<![\p{L}\d.,])[-+]?\d+(?:[.,]\d+)*%?(?![\p{L}\d])/gu));
      const [number] = numbers;
      return numbers.size === 1 && number !== undefined ? found(unique(number)) : undefined;
    },
  };
}

const leadingArticle = /^(?:an?|the) (?=\S)/;
const afterChoice = /^["')\]]*\s*(?:[,.:](?!\d)|[;!]|- |(?=\b(?:because|since|due to)\b)|$)/;
const isPolar = /^(?:yes|no)$/;
const pronoun = /^ (?:it|he|she|they|there|this|that)\b/;
const negation =
  "(?:if|whether|unless|not|never|neither|nor|cannot|without|except|excluding|rather than|instead of|unlike|no longer|incorrect|wrong|rule out|rules out)";
const negationBefore = new RegExp(`(?:\\b${negation}|n't)(?: [\\w'"]+){0,3} ["'(]*$`);
const negationAfter =
  /^["')]*(?: (?:option|choice|answer))? (?:(?:is|was|are|were|does|do|did|can|could|would|seems)(?: not|n't|not)\b|(?:is|are|seems) (?:also )?(?:wrong|incorrect|false|ruled|excluded|out|unlikely|impossible))|^[^.!?]{0,200}\?/;

/** Numbers that count frames or options, not what was asked for. */
const numberedThing =
  /\b(?:options?|choices?|answers?|questions?|frames?|images?|scenes?|steps?|figures?|parts?|seconds?|minutes?|number|no\.) ?#? ?\d/;

/** Common words that say nothing by merely occurring in a sentence. */
const ordinaryWords = new Set([
  "yes",
  "no",
  "none",
  "all",
  "both",
  "other",
  "neither",
  "unknown",
  "unclear",
  "maybe",
  "nothing",
  "the",
  "and",
  "not",
]);

function isDistinctive(key: string): boolean {
  return key.length >= 3 && /\p{L}/u.test(key) && !ordinaryWords.has(key);
}

function isWhole(key: string, before: string, after: string): boolean {
  const startsInside = /^[\p{L}\p{N}]/u.test(key) && /[\p{L}\p{N}]$/u.test(before);
  const endsInside = /[\p{L}\p{N}]$/u.test(key) && /^[\p{L}\p{N}]/u.test(after);
  const isPartOfNumber = /^\d/.test(key) && /\d[.,]$|-$/.test(before);
  return !startsInside && !endsInside && !isPartOfNumber;
}

/** A text in the form in which choices are looked for. */
function loosened(text: string): string {
  return withoutMarkup(plainCharacters(text))
    .toLowerCase()
    .replace(/\\times\b|×/g, "x")
    .replace(/(?<=\d) ?x ?(?=\d)/g, " x ")
    .replace(/(?<=\p{L})-(?=\p{L})/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function looseKey(text: string): string {
  return loosened(text)
    .replace(/^["'([{$]+|["')\]}$]+$/g, "")
    .replace(/[\s.,;:!?]+$/, "")
    .replace(/["')\]}]+$/, "")
    .replace(leadingArticle, "")
    .trim();
}
