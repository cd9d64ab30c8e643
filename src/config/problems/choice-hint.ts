import { closest } from "../../core/suggest.ts";

/** The nearest name to what was written, or all there are. */
export function choiceHint(noun: string, word: string, names: readonly string[]): string {
  const near = closest(word, names);
  const all = [...new Set(names)].join(", ");
  return near
    ? `did you mean "${near}"? (${all})`
    : `${noun.replace(/y$/, "ie")}s here: ${all || "none"}`;
}
