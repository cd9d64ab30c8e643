import { once } from "../../core/once.ts";
import { abbreviationEnd, anyCase } from "./ptb-abbreviations.ts";

/** What signatures call these tokens; another name with every change of the rules. */
export const ptbName = "ptb2";

export interface PtbTokenizeOptions {
  /**
   * As `-lowerCase` of the Stanford tokenizer, which coco-caption passes; also lowers `-LRB-` to
   * `-lrb-`.
   */
  readonly lowerCase?: boolean;
  /**
   * Drops the seventeen punctuation tokens that coco-caption drops; lower-cased brackets are not
   * among them, so they stay.
   */
  readonly removePunctuation?: boolean;
}

/**
 * The Penn Treebank tokens of one text as Stanford's PTBTokenizer 3.4.1 writes them and
 * coco-caption uses them (Marcus et al., 1993; Manning et al., 2014; Chen et al., 2015,
 * arXiv:1504.00325). A text ends as the last line of a file does: "etc." at the end gives "etc."
 * and ".". (There, all texts are lines of one file, and a final initial loses its stop where the
 * next line begins with "A" or "The".) A mixed number is one token with a no-break space inside
 * ("1\u00a01/2"). Characters outside the basic plane are dropped, as there.
 */
export function ptbTokenize(
  text: string,
  { lowerCase = true, removePunctuation = true }: PtbTokenizeOptions = {},
): string[] {
  const tokens: string[] = [];
  const source = /[\u00ad&]/.test(text)
    ? text.replaceAll("\u00ad", "").replaceAll("&apos;", "'")
    : text;
  for (let at = 0; at < source.length; ) {
    const code = source.charCodeAt(at);
    if (code === space) {
      at++;
      continue;
    }
    const plainEnd = isAsciiLetter(code) ? plainWordEnd(source, at) : at;
    at =
      plainEnd > at
        ? addToken(tokens, source.slice(at, plainEnd), plainEnd)
        : addHardToken(tokens, source, at);
  }
  const cased = lowerCase ? tokens.map((token) => token.toLowerCase()) : tokens;
  return removePunctuation ? cased.filter((token) => !punctuation.has(token)) : cased;
}

/** The tokens that coco-caption uses, joined by single spaces. */
export function ptbText(text: string): string {
  return plainText(text) ?? ptbTokenize(text).join(" ");
}

/**
 * The same of a text that is letters between single spaces with at most one mark, at its end:
 * nothing to do but to drop that. Most utterances are.
 */
function plainText(text: string): string | undefined {
  let start = 0;
  let end = text.length;
  const last = text.charCodeAt(end - 1);
  if (last === fullStop || last === 33 || last === 63) end--;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isAsciiLetter(code)) continue;
    if (code !== space || at === start || isAssimilated(text, start, at)) return undefined;
    start = at + 1;
  }
  if (start >= end || isAssimilated(text, start, end)) return undefined;
  if (last === fullStop && abbreviationEnd(text, start) !== null) return undefined;
  return text.slice(0, end).toLowerCase();
}

const space = 32;
const fullStop = 46;
const punctuation = new Set([
  "''",
  "'",
  "``",
  "`",
  "-LRB-",
  "-RRB-",
  "-LCB-",
  "-RCB-",
  ".",
  "?",
  "!",
  ",",
  ":",
  "-",
  "--",
  "...",
  ";",
]);

function addToken(tokens: string[], token: string, end: number): number {
  tokens.push(token);
  return end;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Most words are letters before a space or comma: found without a regular expression. */
function plainWordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isAsciiLetter(text.charCodeAt(end))) end++;
  const next = end < text.length ? text.charCodeAt(end) : space;
  const isPlain =
    (next === space || (next === 44 && !(text.charCodeAt(end + 1) > space))) &&
    !isAssimilated(text, start, end);
  return isPlain ? end : start;
}

/** "cannot", "gonna" and the like, which are two words. */
function isAssimilated(text: string, start: number, end: number): boolean {
  const length = end - start;
  return (
    (length === 5 || length === 6) &&
    "cglwCGLW".includes(text.charAt(start)) &&
    assimilated.test(text.slice(start, end))
  );
}

const assimilated = /^(?:cannot|gonna|gotta|wanna|lemme|gimme)$/i;

/** Adds what stands at `at` and needs the rules; answers where to go on. */
function addHardToken(tokens: string[], text: string, at: number): number {
  const abbreviation = abbreviationEnd(text, at);
  if (abbreviation !== null) {
    tokens.push(text.slice(at, abbreviation.end));
    if (abbreviation.endsSentence) tokens.push(".");
    return abbreviation.end;
  }
  const rule = rules();
  rule.lastIndex = at;
  const match = rule.exec(text);
  if (match === null) return at + 1;
  // Inside a sentence a stop belongs to its word.
  const isStopped =
    stoppedInside.test(text.slice(rule.lastIndex, rule.lastIndex + 2)) &&
    stoppable().test(match[0]);
  const end = rule.lastIndex + (isStopped ? 1 : 0);
  const token = spelled(text.slice(at, end), text, end);
  if (token !== "") tokens.push(token);
  return end;
}

const stoppedInside = /^\.[,;:]/;
const stoppable = once(
  () =>
    new RegExp(`^(?!n${apostrophe}t$)[${wordCharacter}][${wordCharacter}._'\u2019\u0092-]*$`, "iu"),
);

const apostrophe = "['\u2019\u0092]";
const letter = "\\p{L}\\p{M}";
const wordCharacter = `${letter}\\p{Nd}`;
const auxiliary = "(?:[smdSMD]|[rR][eE]|[vV][eE]|[lL][lL])";
const wordEnd = `(?![${wordCharacter}])`;
const domain = "[A-Za-z0-9][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)*\\.(?:com|net|org|edu)";
const slashPart = "[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}";

/** Two words that are written as one. */
const assimilations = [
  ["can", "not"],
  ["gon", "na"],
  ["wan", "na"],
  ["got", "ta"],
  ["lem", "me"],
  ["gim", "me"],
] as const;

/** In order of precedence: the first that matches is the token. */
const rules = once(
  () =>
    new RegExp(
      [
        // Tags, addresses, names.
        '<(?:!--[^>]*--|[!?][A-Za-z][^>]*|/?[A-Za-z][\\w:.-]*(?: +[A-Za-z][\\w:-]*(?:="[^"<>]*")?)* */?)>',
        'https?://[^\\s"<>|()]+[^\\s"<>|.!?(){},-]',
        'www\\.[^\\s"<>|()]+[^\\s"<>|.!?(){},-]',
        '<?[A-Za-z0-9][^\\s"<>|()@:]*@(?:[^\\s"<>|().@,{}]+\\.)*[^\\s"<>|().@!?{}]+>?',
        `${domain}(?:/[^\\s"<>|()]*[^\\s"<>|.!?(){},-])?${wordEnd}`,
        "@[A-Za-z_]\\w*|#[A-Za-z]+",
        "&(?:amp|lt|gt|nbsp|quot);",
        // Clitics and what is written together.
        `[A-Za-z]*[A-MO-Za-mo-z](?=[nN]${apostrophe}[tT])`,
        ...assimilations.map(
          ([first, second]) =>
            `${anyCase(first)}(?=${anyCase(second)}(?![${wordCharacter}]|[-/.][${wordCharacter}]))`,
        ),
        `${apostrophe}[tT](?=[iI][sS]|[wW][aA][sS])`,
        // Words with an apostrophe inside: "There'a", "N'Djamena", "D'Artagnan2".
        `[${letter}]+[aeiouyAEIOUY]${apostrophe}(?!${auxiliary}(?![${letter}]))[aeiouA-Z][${letter}]*`,
        `[dDoOlL]${apostrophe}(?!${auxiliary}${wordEnd})[${wordCharacter}]{2,}(?:-(?:[dDoOlL]${apostrophe}(?=[${wordCharacter}]))?[${wordCharacter}]+)*`,
        `[A-HJ-XZn]${apostrophe}(?!${auxiliary}(?![${letter}]))[${letter}]{2,}`,
        `[nN]${apostrophe}[tT]|[eE]${apostrophe}[eE][rR]|[oO]${apostrophe}[oO]`,
        `(?:${anyCase("c'mon|s'mores|ev'ry|li'l|nat'l|cont'd\\.|(?:somethin|dunkin)'").replaceAll("'", apostrophe)}(?!${auxiliary}))`,
        `[yY]${apostrophe}(?!${auxiliary})(?=[${letter}])`,
        `(?:[lLdDjJ]|[oO][lL])${apostrophe}(?!${auxiliary})`,
        `${apostrophe}[nN](?:${apostrophe}|(?=\\s|$))`,
        `${apostrophe}${auxiliary}(?![A-Za-z])`,
        `${apostrophe}(?:${anyCase("em|cause|till?|[2-9]0s")}|\\d{2}(?=\\s|$))`,
        // Numbers.
        "\\(\\d{3}\\)[ -]?\\d{3}-\\d{4}(?!\\d)",
        "\\d{1,2}/\\d{1,2}/\\d{2,4}(?!\\d)",
        `(?:\\d{1,4}[- \\u00a0])?\\d{1,4}/\\d{1,4}(?![${wordCharacter}/]|-[${letter}])`,
        `[vV]?\\d+(?:\\.\\d+)*\\.[xX]${wordEnd}`,
        // Words with marks inside.
        `[A-Za-z](?:\\.[A-Za-z])+(?:\\.-[${wordCharacter}]+|\\.(?![${wordCharacter}])|${wordEnd}(?!\\.[${letter}]))`,
        `${slashPart}(?:/${slashPart}){1,2}(?![${letter}])`,
        `[${wordCharacter}](?:[${wordCharacter}]|[.,_](?=[${wordCharacter}]))*\\.?(?:-[${wordCharacter}]+(?:_[${wordCharacter}]+)*)+`,
        `[${letter}][${wordCharacter}]*(?:[.!?][${letter}][${wordCharacter}]*)+`,
        "[A-Z]+(?:&[A-Z]+)+",
        "(?:[cC]\\+\\+|[CF]#|[A-Z]+\\$)",
        "[+-]?\\d*(?:[.:,]\\d+)+",
        `[\\p{L}\\p{Nd}][${wordCharacter}]*(?:_[${wordCharacter}]+)*`,
        "[+-]\\d+",
        // Faces and marks.
        "[<>]?[:;=][-o*']?[()DPdpO\\\\{@|[\\]](?![A-Za-z0-9])|\\^_\\^",
        "\\.{3,4}|\\. \\. \\.|\u2026",
        "-[LR][RSC]B-|-[lr][rsc]b-|_{2,}|<<|>>|[?!]+|\\*+|#+|-{2,}|''|``",
        "[^\\s\\p{C}\\p{M}\u2012\\u{10000}-\\u{10ffff}]",
      ].join("|"),
      "uy",
    ),
);

const spellings: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    "{": "-LCB-",
    "}": "-RCB-",
  }),
  ...Object.entries({
    "\u2026": "...",
    ". . .": "...",
    "....": "...",
    "\u2013": "--",
    "\u2014": "--",
    "\u00a3": "#",
    "\u20ac": "$",
    "\u00a2": "cents",
  }),
  ...Object.entries({ "\u00bc": "1/4", "\u00bd": "1/2", "\u00be": "3/4" }),
  ...Object.entries({
    "\u201c": "``",
    "\u201d": "''",
    "\u2018": "`",
    "\u2019": "'",
    "\u00ab": "``",
    "\u00bb": "''",
    "\u2039": "`",
    "\u203a": "'",
  }),
  ...Object.entries({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": "", "&quot;": '"' }),
]);

/** The token as it is written: directed quotes, named brackets, plain apostrophes and fractions. */
function spelled(token: string, text: string, end: number): string {
  const first = token.charCodeAt(0);
  if (isAsciiLetter(first) && !/['\u2019\u0092]/.test(token)) return token;
  if (token === '"') return /[A-Za-z0-9$]/.test(text.charAt(end)) ? "``" : "''";
  if (token === "'") return /^[A-Za-z]\S/.test(text.slice(end, end + 2)) ? "`" : "'";
  const whole = spellings.get(token);
  if (whole !== undefined) return whole;
  if (/^-{2,4}$/.test(token)) return "--";
  if (/^(?:<|[\d(][\d()\s/-]*$)/.test(token)) token = token.replaceAll(" ", "\u00a0");
  if (/^[<>]?[:;=(].*[()]/.test(token))
    token = token.replaceAll("(", "-LRB-").replaceAll(")", "-RRB-");
  return /^[\u2019\u0092]n[\u2019\u0092]$/.test(token)
    ? token
    : token.replace(/[\u2019\u0092]/g, "'");
}
