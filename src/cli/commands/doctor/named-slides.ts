import type { Slide, SlideColour } from "./sight-slides.ts";

/** What of the slides that were shown a reply names. */
export interface NamedSlides {
  /** Positions of the slides whose codes it holds, in ascending order. */
  readonly codes: readonly number[];
  /** Whether the colours that it names are those that were shown, all of them and in order. */
  readonly hasAllColours: boolean;
}

const colourWords: Readonly<Record<string, SlideColour>> = {
  red: "red",
  crimson: "red",
  scarlet: "red",
  green: "green",
  blue: "blue",
  yellow: "yellow",
  orange: "orange",
  amber: "orange",
  purple: "purple",
  violet: "purple",
  magenta: "purple",
};

/** Four digits, also spelled with a space, comma, point or dash between them. */
const someCode = /(?<!\d)\d(?:[ ,.-]?\d){3}(?!\d)/g;

/** A reply with more codes than this for each slide is a guess. */
const mostCodesEach = 2;
/**
 * So many colours in order are no luck any more: less than one guess in 700 has four of them right.
 */
const leastColours = 4;

/**
 * Reads a reply in any wording. One that lists many more codes than there were slides names none of
 * them.
 */
export function namedSlides(reply: string, slides: readonly Slide[]): NamedSlides {
  const listed = [...reply.matchAll(someCode)].map(([text]) => text.replaceAll(/\D/g, ""));
  const isGuess = listed.length > mostCodesEach * slides.length + mostCodesEach;
  const held = new Set(isGuess ? [] : listed);
  const codes = [...slides.keys()].filter((position) => held.has(slides[position]!.code));
  const words = [...reply.toLowerCase().matchAll(/\p{L}+/gu)].flatMap(
    ([word]) => colourWords[word] ?? [],
  );
  const isWhole =
    words.length === slides.length &&
    slides.every(({ colour }, position) => words[position] === colour);
  return { codes, hasAllColours: isWhole && slides.length >= leastColours };
}
