/**
 * `13a`: mteval-v13a, sacreBLEU's default; `intl`: mteval-v14 for any script; `none`: the text has
 * its tokens between spaces already.
 */
export type SacrebleuTokenizer = "13a" | "intl" | "none";

/** The text with its tokens between spaces, as sacreBLEU 2 makes them (Post, 2018). */
export function sacrebleuTokenize(text: string, tokenizer: SacrebleuTokenizer): string {
  if (tokenizer === "none") return text;
  const line = text.replace(trailingSpace, "");
  return tokenizer === "13a" ? tokenize13a(line) : tokenizeInternational(line);
}

/** What Python's `rstrip()` removes. */
const trailingSpace = new RegExp(
  `[${String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`}]+$`,
);

function tokenize13a(text: string): string {
  if (/^[A-Za-z0-9 ]*$/.test(text)) return text;
  const joined = text.replaceAll("<skipped>", "").replaceAll("-\n", "").replaceAll("\n", " ");
  const line = ` ${joined.includes("&") ? unescaped(joined) : joined} `;
  return line
    .replace(/[!-&(-+/:-@[-`{-~]/g, " $& ")
    .replace(/([^0-9])([.,])/gu, "$1 $2 ")
    .replace(/([.,])([^0-9])/gu, " $1 $2")
    .replace(/([0-9])-/g, "$1 - ");
}

/** One after the other, so that `&amp;lt;` ends as `<`. */
function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}

function tokenizeInternational(text: string): string {
  return text
    .replace(/(\P{N})(\p{P})/gu, "$1 $2 ")
    .replace(/(\p{P})(\P{N})/gu, " $1 $2")
    .replace(/\p{S}/gu, " $& ");
}
