/**
 * A token can hold a line break, inside a tag; every metric takes it for the space that it becomes
 * here.
 */
export function inOneLine(text: string): string {
  return text.includes("\n") ? text.replaceAll("\n", "\t") : text;
}

/** The texts of `count` lines. */
export function linesOf(lines: string, count: number): readonly string[] {
  return count === 0 ? [] : lines.split("\n");
}
