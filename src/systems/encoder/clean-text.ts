/**
 * What CLIP's tokenizers do to a text before they split it: ftfy's harmless repairs (straight
 * quotes, ligatures, full-width letters, control characters, NFC), entities of HTML, single spaces.
 * Texts that were decoded by a wrong character set are left as they are; ftfy would repair them.
 */
export function cleanText(text: string): string {
  return singleSpaced(unescapeHtml(unescapeHtml(repaired(text))));
}

function singleSpaced(text: string): string {
  return text.split(spaces).filter(Boolean).join(" ");
}

/** Lower case without ASCII punctuation; an underscore separates words. */
export function canonicalText(text: string): string {
  const words = cleanText(text)
    .replaceAll("_", " ")
    .replace(/[!-/:-@[-`{-~]/g, "");
  return singleSpaced(words.toLowerCase());
}

/** What Python calls white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python splits at these
const spaces = /[\s\x1c-\x1f\x85]+/u;
const ligatures = /[ĲĳŉǄ-ǌǱ-ǳﬀ-ﬆ]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const controls = /[\x00-\x08\x0b\x0e-\x1f\x7f\u206a-\u206f\ufeff\ufff9-\ufffc]/g;

function repaired(text: string): string {
  return text
    .replace(ligatures, (one) => one.normalize("NFKC"))
    .replace(/[\u3000\uff01-\uffee]/g, (one) => one.normalize("NFKC"))
    .replace(/[\u02bc\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(controls, "")
    .normalize("NFC");
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, ...found) => {
    const [decimal, hexadecimal, name] = found as (string | undefined)[];
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
