import { displayWidth } from "./display-width.ts";

/**
 * Breaks a text at its spaces into lines of at most `width` columns; a longer word is broken too,
 * after a hyphen, comma, bar or slash if it can be.
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((part) => pieces(part, width))) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

function pieces(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const cut: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && displayWidth(piece + character) > width) {
      const [, head, tail] = /^(.*[-,|/:])(.*)$/s.exec(piece) ?? [undefined, piece, ""];
      cut.push(head!);
      piece = tail!;
    }
    piece += character;
  }
  return [...cut, piece];
}
