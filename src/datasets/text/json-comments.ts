/**
 * JSON text without comments (`//` and slash-star anywhere outside texts, `#` as the first sign of
 * a line) and without commas before a closing bracket. Line ends stay, so that places of mistakes
 * keep their lines.
 */
export function withoutComments(text: string): string {
  let result = "";
  let from = 0;
  /** Where the last comma stands in `result`, while only white space followed it. */
  let comma = -1;
  let isLineStart = true;
  const keep = (to: number) => {
    result += text.slice(from, to);
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    const comment = commentLength(text, at, isLineStart);
    if (comment > 0) {
      keep(at);
      result += text.slice(at, at + comment).replace(/[^\n]+/g, " ");
      at += comment - 1;
      from = at + 1;
    } else if (sign === '"') {
      at = textEnd(text, at);
      [comma, isLineStart] = [-1, false];
    } else if (sign === ",") {
      keep(at + 1);
      from = at + 1;
      [comma, isLineStart] = [result.length - 1, false];
    } else if (sign === "}" || sign === "]") {
      keep(at);
      from = at;
      if (comma >= 0) result = `${result.slice(0, comma)} ${result.slice(comma + 1)}`;
      [comma, isLineStart] = [-1, false];
    } else if (sign === "\n") isLineStart = true;
    else if (sign !== " " && sign !== "\t" && sign !== "\r") [comma, isLineStart] = [-1, false];
  }
  keep(text.length);
  return result;
}

function commentLength(text: string, at: number, isLineStart: boolean): number {
  if (text[at] === "#" && isLineStart) return lineEnd(text, at) - at;
  if (text[at] !== "/") return 0;
  if (text[at + 1] === "/") return lineEnd(text, at) - at;
  if (text[at + 1] !== "*") return 0;
  const end = text.indexOf("*/", at + 2);
  return (end < 0 ? text.length : end + 2) - at;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Index of the quote that ends the text which starts at `at`. */
function textEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === '"') return end;
  }
  return text.length;
}
