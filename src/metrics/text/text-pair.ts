/**
 * One segment of generated text with what it should say: already tokenised, tokens joined by single
 * spaces.
 */
export interface TextPair {
  readonly candidate: string;
  /** At least one. */
  readonly references: readonly string[];
}

/** Refuses a pair without references, for which no text metric is defined. */
export function assertReferences({ references }: TextPair): void {
  if (references.length === 0)
    throw new RangeError("a text pair has no reference, but it needs at least one");
}

/** Words between runs of white space, as Python's `split()`: none in an empty text. */
export function splitWords(text: string): string[] {
  if (text === "") return [];
  return hasSingleSpaces(text)
    ? text.split(" ")
    : text.split(pythonSpace).filter((word) => word !== "");
}

/**
 * Whether the text is printable ASCII with single spaces inside, as almost every tokenised text is;
 * looking first is faster than a pattern.
 */
function hasSingleSpaces(text: string): boolean {
  let previous = 32;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code > 126 || (code === 32 && previous === 32)) return false;
    previous = code;
  }
  return previous !== 32;
}

/**
 * What Python's `split()` takes for space; unlike JavaScript it counts the separators 1C to 1F and
 * 85, but not the byte order mark.
 */
const pythonSpace = new RegExp(
  `[${String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`}]+`,
);
