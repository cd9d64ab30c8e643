/** A text of at most this many characters, and "…" where some are missing. */
export function cutText(text: string, length: number): string {
  // Half of a character that takes two units would be no text.
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`;
}
