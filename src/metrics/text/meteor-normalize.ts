/**
 * What METEOR does to a line before it looks for words: `norm` as `meteorNormalize` (its option
 * `-norm`, which coco-caption sets), `lower` lower case only (`-lower`), `none` nothing, which is
 * what it does when told neither.
 */
export const meteorNormalizations = ["norm", "lower", "none"] as const;
export type MeteorNormalization = (typeof meteorNormalizations)[number];

/** Whether an abbreviation keeps its full stop always, or only before a number ("No. 5"). */
type PrefixKind = "always" | "before-number";

/**
 * Words that a full stop does not end a sentence after, without their stop. Upper and lower case
 * differ.
 */
export type NonbreakingPrefixes = ReadonlyMap<string, PrefixKind>;

/**
 * A line as METEOR 1.5 sees it with `-norm` for English: punctuation split off, hyphenated words
 * split, quotes and dashes made plain, abbreviations kept together; then lower case. After the
 * tokenizer of Moses, whose list of abbreviations it reads. Tokens are joined by single spaces.
 */
export function meteorNormalize(line: string, prefixes: NonbreakingPrefixes): string {
  let text = ` ${line} `.replace(separated, " $1 ").replace(/\.(\.+)/g, " DOTMULTI$1");
  while (text.includes("DOTMULTI."))
    text = text
      .replace(/DOTMULTI\.([^.])/gu, "DOTDOTMULTI $1")
      .replaceAll("DOTMULTI.", "DOTDOTMULTI");
  for (const comma of commas) text = text.replace(comma, "$1 , $2");
  text = text
    .replace(/[`\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]|''/g, ' " ')
    .replaceAll("\u2013", "-")
    .replaceAll("--", "-")
    .replace(hyphen, "$1 $2");
  for (const quote of quotes) text = text.replace(quote, "$1 ' $2");
  for (const clitic of clitics) text = text.replace(clitic, "$1 '$2");
  text = splitStops(text, prefixes);
  while (text.includes("DOTDOTMULTI")) text = text.replaceAll("DOTDOTMULTI", "DOTMULTI.");
  return text.replaceAll("DOTMULTI", ".").replace(spaces, " ").toLowerCase();
}

/**
 * The words of a line, as Java's StringTokenizer finds them: other spaces than these do not part
 * words.
 */
export function meteorWords(line: string): string[] {
  return line.split(/[ \t\n\r\f]+/).filter((word) => word !== "");
}

const alpha =
  "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f";
const separated = new RegExp(`([^0-9${alpha} \\t\\n\\v\\f\\r.'\`,\\-\u2018\u2019])`, "gu");
const commas = [/([^0-9]),([^0-9])/gu, /([0-9]),([^0-9])/gu, /([^0-9]),([0-9])/gu];
const hyphen = new RegExp(`([0-9${alpha}.])-([0-9${alpha}])`, "gu");
const quotes = [
  `([^${alpha}])'([^${alpha}])`,
  `([^${alpha}0-9])'([${alpha}])`,
  `([${alpha}])'([^${alpha}])`,
].map((source) => new RegExp(source, "gu"));
const clitics = [new RegExp(`([${alpha}])'([${alpha}])`, "gu"), /([0-9])'(s)/gu];
const letters = new RegExp(`[${alpha}]`, "u");
const spaces = /[ \u2000-\u200a\u202f\u205f\u3000\u00a0]+/g;

/**
 * Splits the stop off a word, except after abbreviations and before lower case; an acronym loses
 * its stops.
 */
function splitStops(text: string, prefixes: NonbreakingPrefixes): string {
  const words = meteorWords(text);
  const parts = words.map((word, i) => {
    if (word.length < 2 || !word.endsWith(".")) return word;
    const stem = word.slice(0, -1);
    const kind = prefixes.get(stem);
    const next = words[i + 1];
    if (stem.includes(".") && letters.test(stem)) return word.replaceAll(".", "");
    if (kind === "always" || (next !== undefined && /^[a-z]/.test(next))) return word;
    return kind === "before-number" && next !== undefined && /^[0-9]/.test(next)
      ? word
      : `${stem} .`;
  });
  return `${parts.join(" ")} `;
}
