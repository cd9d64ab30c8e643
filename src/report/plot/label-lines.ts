const signs: Readonly<Record<string, string>> = {
  "≥": "at least",
  "≤": "at most",
  "≈": "about",
  "→": "to",
};

/** Signs that the font of charts lacks, in words. */
export function inWords(text: string): string {
  return text.replaceAll(/[≥≤≈→]/gu, (sign) => signs[sign]!);
}

/** Words in as few lines of at most so many characters as they take. */
export function wrapWords(text: string, mostCharacters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= mostCharacters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * A name on one line, or on two broken where its parts meet; what is still too long loses its
 * middle, since names of models differ at both ends.
 */
export function nameLines(name: string, mostCharacters: number): readonly string[] {
  if (name.length <= mostCharacters) return [name];
  const [before = "", after] = name.split(" · ");
  if (after !== undefined && before.length <= mostCharacters)
    return [before, cut(name.slice(before.length + 3), mostCharacters)];
  const parts = name.split(/(?<=[\s_/.:·-])/u);
  let first = "";
  while (parts.length > 0 && (first + parts[0]).trimEnd().length <= mostCharacters)
    first += parts.shift();
  if (first === "") return halves(name, mostCharacters).map((half) => cut(half, mostCharacters));
  return [first.trimEnd(), cut(parts.join("").trim(), mostCharacters)];
}

function halves(name: string, most: number): readonly string[] {
  return [name.slice(0, most), name.slice(most)];
}

/** A text without its middle where it is longer. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - end)}…${text.slice(text.length - end)}`;
}

/** The expression of a legend, or of an axis with one line, that shortens long names. */
export function shortExpression(names: readonly string[], mostCharacters: number): string {
  const long = names.filter((name) => name.length > mostCharacters);
  const short = Object.fromEntries(long.map((name) => [name, cut(name, mostCharacters)]));
  return long.length === 0 ? "datum.label" : `${JSON.stringify(short)}[datum.label] || datum.label`;
}
