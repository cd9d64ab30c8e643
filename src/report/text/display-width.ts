import { once } from "../../core/once.ts";

const graphemes = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** Scripts and symbols that terminals draw two columns wide. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/u;

/**
 * Latin and Greek letters, dashes, quotes, arrows, lines and signs of mathematics: a column each,
 * and none joins another.
 */
const narrow =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0391-\u03c9\u2010-\u2027\u202f-\u205e\u2190-\u22ff\u2500-\u259f]*$/;

/** Number of terminal columns that a line of text takes. */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes().segment(text)) width += segmentWidth(segment);
  return width;
}

/**
 * Cuts a text in its middle, where names differ least, so that it takes at most `width` columns:
 * "Qwen3-VL-8B-Instruct" → "Qwen3-V…nstruct".
 */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const segments = [...graphemes().segment(text)].map(({ segment }) => segment);
  const head = takeWidth(segments, Math.ceil((width - 1) / 2));
  const tail = takeWidth(segments.toReversed(), Math.floor((width - 1) / 2)).toReversed();
  return `${head.join("")}…${tail.join("")}`;
}

/**
 * One line without control characters, which could otherwise move the cursor of a terminal or
 * reorder what it shows.
 */
export function singleLine(text: string): string {
  return text
    .replace(/\s+/g, (blank) => (blank === "\u202f" || blank === "\u00a0" ? blank : " "))
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "�")
    .trim();
}

function segmentWidth(segment: string): number {
  return /^[\p{M}\p{Cf}]+$/u.test(segment) ? 0 : wide.test(segment) ? 2 : 1;
}

function takeWidth(segments: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const segment of segments) {
    used += segmentWidth(segment);
    if (used > width) break;
    taken.push(segment);
  }
  return taken;
}
