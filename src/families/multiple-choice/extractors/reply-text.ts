/** Every mark of a thought begins with one of these. */
const thoughtMark = /[<◁[]/;

/**
 * What is left of a reply once the thoughts are gone; `undefined` where the reply ends inside a
 * thought.
 */
export function withoutThoughts(reply: string): string | undefined {
  if (!thoughtMark.test(reply)) return reply;
  const text = reply
    .replace(
      /◁(\/?)think▷|\[(\/?)THINK\]/g,
      (_, close = "", other = "") => `<${close}${other}think>`,
    )
    .replace(/<\|(begin|end)_of_thought\|>/g, (_, edge: string) =>
      edge === "begin" ? "<think>" : "</think>",
    );
  const final = text.split(/<\|channel\|>final<\|message\|>/);
  if (final.length > 1) return final.at(-1)!;
  if (text.includes("<|channel|>analysis")) return undefined;
  return outsideTags(text);
}

const thoughtTag =
  /<(\/?)(?:seed:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|analysis|reflection|scratchpad)\s*>/gi;

/**
 * A closing tag without an opening one ends a thought that began in the prompt, as some chat
 * templates have it.
 */
function outsideTags(text: string): string | undefined {
  let visible = "";
  let depth = 0;
  let from = 0;
  for (const match of text.matchAll(thoughtTag)) {
    const isClosing = match[1] === "/";
    if (depth === 0) visible = isClosing ? "" : `${visible}${text.slice(from, match.index)}\n`;
    depth = isClosing ? Math.max(0, depth - 1) : depth + 1;
    from = match.index + match[0].length;
  }
  return depth > 0 ? undefined : visible + text.slice(from);
}

const sameCharacters: readonly (readonly [RegExp, string])[] = [
  [/\r\n?/g, "\n"],
  [/\u00ad|\u200b|\u200c|\u200d|\u2060|\ufe0f|\ufeff/g, ""],
  [/[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " "],
  [/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2018-\u201b\u2032\u2039\u203a]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u3002/g, "."],
  [/\u3010/g, "["],
  [/\u3011/g, "]"],
];

/** Ranges of letters in disguise: full width, in circles and in squares. */
const disguises: readonly (readonly [first: number, last: number, plain: number])[] = [
  [0xff01, 0xff5e, 0x21],
  [0x24b6, 0x24cf, 0x41],
  [0x24d0, 0x24e9, 0x61],
  [0x1f130, 0x1f149, 0x41],
  [0x1f150, 0x1f169, 0x41],
  [0x1f170, 0x1f189, 0x41],
];

/** The same text with one form for quotes, dashes, spaces, line ends and letters. */
export function plainCharacters(text: string): string {
  // Most texts are plain already; this runs over every choice and every phrase.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  let plain = text;
  for (const [pattern, replacement] of sameCharacters) plain = plain.replace(pattern, replacement);
  return plain.replace(/[\u24b6-\u24e9\uff01-\uff5e\u{1f130}-\u{1f189}]/gu, (character) => {
    const code = character.codePointAt(0)!;
    const range = disguises.find(([first, last]) => code >= first && code <= last);
    return range ? String.fromCodePoint(code - range[0] + range[2]) : character;
  });
}

/**
 * The text without marks that only lay it out: Markdown, HTML, LaTeX font commands and the tokens
 * that end a turn.
 */
export function withoutMarkup(text: string): string {
  if (!/[*_`~<\\#>$]/.test(text)) return text;
  return text
    .replace(/^[ ]*(?:```|~~~)[\w-]*[ ]*$|^[ ]*\$\$[ ]*$/gm, "")
    .replace(/<\|[\w-]+\|>|<\/?(?:s|eos|bos|end_of_turn)>/gi, "")
    .replace(/<\/?(?:b|i|u|em|strong|p|span|code|mark)>|<br ?\/?>/gi, "")
    .replace(/\\(?:text|mathrm|mathbf|textbf|mathit|mathsf)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\\([%&#_])/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, "$1")
    .replace(/(?<![\w_])_(?=\S)([^_\n]*\S)_(?![\w_])/g, "$1")
    .replace(/^[ ]*(?:#{1,6}|>)[ ]+/gm, "");
}

/** The lines of a text that are not blank, without outer space. */
export function filledLines(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
