/**
 * Letters of other scripts beside the Latin ones that they cannot be told from in most typefaces,
 * after the Unicode list of confusables (UTS 39), which is longer. Pairs, foreign letter first.
 * Digits are left as they are: "10" and "IO" are seldom meant alike.
 */
const foreign =
  // Cyrillic
  "АAВBЕEЗ3ІIЈJКKМMНHОOРPСCТTУYХXЅSҮYԌGԚQԜW" +
  "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵvӏlүyөo" +
  // Greek
  "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX" +
  "αaοoνvρpιiγyσo" +
  // Armenian
  "օoսuհhոnցgԼLՏSՕO";

const dashes = "‐‑‒–—―−﹘﹣";
const quotes = "‘’‚‛′`´ʼ";
const doubleQuotes = "“”„‟″«»";

function substitutes(): ReadonlyMap<string, string> {
  const letters = Array.from(foreign);
  const pairs: [string, string][] = [];
  for (let at = 0; at < letters.length; at += 2) pairs.push([letters[at]!, letters[at + 1]!]);
  for (const dash of dashes) pairs.push([dash, "-"]);
  for (const quote of quotes) pairs.push([quote, "'"]);
  for (const quote of doubleQuotes) pairs.push([quote, '"']);
  return new Map(pairs);
}

const substitute = substitutes();

/** Presentation forms that are the same letters: ligatures, full-width and mathematical ones. */
const presentation = /[\u{fb00}-\u{fb06}\u{ff00}-\u{ffef}\u{1d400}-\u{1d7ff}]/gu;

/**
 * What a text looks like: equal for texts that readers cannot tell apart, such as with letters of
 * another script, accents written in another way, other spaces, dashes and quotation marks, or
 * characters that are not seen. Superscripts stay what they are: 10² is not 102.
 */
function appearance(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(presentation, (form) => form.normalize("NFKC"))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return Array.from(plain, (letter) => substitute.get(letter) ?? letter)
    .join("")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}

export interface LookAlikes {
  /** Indices of the two texts. */
  readonly first: number;
  readonly second: number;
  /** Where they differ first: "with U+0441 where the other has U+0063". */
  readonly difference: string;
}

/** The first two texts that look the same though they differ in more than case and outer space. */
export function lookAlikes(texts: readonly string[]): LookAlikes | undefined {
  const seen = new Map<string, number>();
  for (const [second, text] of texts.entries()) {
    const look = appearance(text);
    const first = seen.get(look);
    if (first === undefined) seen.set(look, second);
    else if (fold(texts[first]!) !== fold(text))
      return { first, second, difference: differenceOf(fold(texts[first]!), fold(text)) };
  }
  return undefined;
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}

function differenceOf(first: string, second: string): string {
  const [one, other] = [Array.from(first), Array.from(second)];
  const at = one.findIndex((letter, index) => letter !== other[index]);
  const place = at < 0 ? one.length : at;
  return `with ${codeOf(other[place])} where the first has ${codeOf(one[place])}`;
}

function codeOf(letter: string | undefined): string {
  if (letter === undefined) return "nothing more";
  return `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
