import type { ChoiceTexts } from "./choice-texts.ts";
import { filledLines, plainCharacters, withoutMarkup } from "./reply-text.ts";

/** A reply in the forms in which rules read it. */
export interface Reply {
  /** As written, but without thoughts. */
  readonly raw: string;
  /** In plain characters and without markup. */
  readonly text: string;
  /** The lines of `text` that are not blank. */
  readonly lines: readonly string[];
  readonly texts: ChoiceTexts;
}

export function replyOf(raw: string, texts: ChoiceTexts): Reply {
  const text = withoutMarkup(plainCharacters(raw)).trim();
  return { raw, text, lines: filledLines(text), texts };
}
