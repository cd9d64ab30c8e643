/** Texts as one, a line each. A token can hold a line break, inside a tag; every metric takes it for the space that it becomes here. */
export function textLines(texts: readonly string[]): string {
  const lines = texts.join("\n");
  return countLines(lines) > texts.length && texts.length > 0 ? texts.map((text) => text.replaceAll("\n", "\t")).join("\n") : lines;
}

function countLines(lines: string): number {
  let count = 0;
  for (let start = 0; start <= lines.length; start = lineEnd(lines, start) + 1) count++;
  return count;
}

/** Where the line that begins at `start` ends; the next one begins a character later. */
export function lineEnd(lines: string, start: number): number {
  const end = lines.indexOf("\n", start);
  return end < 0 ? lines.length : end;
}
