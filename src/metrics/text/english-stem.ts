/**
 * The stem of a lower-case English word by Snowball's English stemmer, also called Porter2 (Porter,
 * 2001, https://snowballstem.org/algorithms/ english/stemmer.html), in the edition that METEOR 1.5
 * carries: "ogi" loses its end after "l" only, and "arsen" is the last special beginning. Not
 * Porter's stemmer of 1980, whose stems differ.
 */
export function englishStem(word: string): string {
  const whole = wholeWords.get(word);
  if (whole !== undefined) return whole;
  if (word.length < 3) return word;
  const marked = markConsonantY(word.startsWith("'") ? word.slice(1) : word);
  const start = regionAfter(marked, specialBeginning.exec(marked)?.[0].length ?? -1);
  const regions: Regions = { first: start, second: regionAfter(marked, -1, start) };
  let stem = withoutPlural(withoutPossessive(marked));
  if (keptAfterPlural.has(stem)) return lower(stem);
  stem = withFinalI(withoutPastOrGerund(stem, regions));
  for (const rules of [derivations, reductions, endings])
    stem = replaceEnding(stem, rules, regions);
  return lower(withoutFinalLetter(stem, regions));
}

/** From where on an ending must stand to be in the first or second region of the word. */
interface Regions {
  readonly first: number;
  readonly second: number;
}

const wholeWords: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    skis: "ski",
    skies: "sky",
    dying: "die",
    lying: "lie",
    tying: "tie",
    idly: "idl",
    gently: "gentl",
    ugly: "ugli",
  }),
  ...Object.entries({ early: "earli", only: "onli", singly: "singl" }),
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map(
    (word) => [word, word] as const,
  ),
]);
const keptAfterPlural: ReadonlySet<string> = new Set([
  ...["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"],
]);
const specialBeginning = /^(?:gener|commun|arsen)/;

/**
 * A `y` at the beginning or after a vowel is a consonant; it is written `Y` until the end. In
 * "byyy" the second one is a consonant, the third a vowel.
 */
function markConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  for (const letter of word) {
    const isConsonant = letter === "y" && (marked === "" || isVowel(marked, marked.length - 1));
    marked += isConsonant ? "Y" : letter;
  }
  return marked;
}

/**
 * The place after the first consonant that follows a vowel, from `from` on; the end if there is
 * none. `given` is taken when it is known.
 */
function regionAfter(word: string, given: number, from = 0): number {
  if (given >= 0) return given;
  for (let i = from + 1; i < word.length; i++)
    if (isVowel(word, i - 1) && !isVowel(word, i)) return i + 1;
  return word.length;
}

function isVowel(word: string, at: number): boolean {
  return "aeiouy".includes(word.charAt(at)) && at >= 0 && at < word.length;
}

function withoutPossessive(word: string): string {
  return word.replace(/'(?:s'?)?$/, "");
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/[us]s$/.test(word) || !word.endsWith("s")) return word;
  return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word;
}

/** Whether one of the first `length` letters is a vowel. */
function hasVowel(word: string, length: number): boolean {
  for (let i = 0; i < length; i++) if (isVowel(word, i)) return true;
  return false;
}

function withoutPastOrGerund(word: string, { first }: Regions): string {
  const agreed = /eed(?:ly)?$/.exec(word);
  if (agreed) return agreed.index >= first ? word.slice(0, agreed.index + 2) : word;
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (ending === null || !hasVowel(word, ending.index)) return word;
  const stem = word.slice(0, ending.index);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1);
  return stem.length === first && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

/**
 * A vowel between two consonants, the second one none of w, x and Y; or a vowel at the beginning
 * before a consonant.
 */
function endsInShortSyllable(word: string): boolean {
  const end = word.length - 1;
  if (end < 1 || isVowel(word, end) || !isVowel(word, end - 1)) return false;
  return end === 1 || (!isVowel(word, end - 2) && !"wxY".includes(word.charAt(end)));
}

function withFinalI(word: string): string {
  return /[yY]$/.test(word) && word.length > 2 && !isVowel(word, word.length - 2)
    ? `${word.slice(0, -1)}i`
    : word;
}

/** What an ending becomes, where it must stand and what must stand before it. */
interface EndingRule {
  readonly ending: string;
  readonly becomes: string;
  readonly region: keyof Regions;
  readonly after?: string;
}

/** Longest endings first: the longest one that fits decides, even when its condition is not met. */
function endingRules(
  region: keyof Regions,
  table: Readonly<Record<string, string>>,
  extra: readonly EndingRule[] = [],
): readonly EndingRule[] {
  const rules = Object.entries(table).flatMap(([becomes, list]) =>
    list.split(" ").map((ending) => ({ ending, becomes, region })),
  );
  return [...rules, ...extra].sort((a, b) => b.ending.length - a.ending.length);
}

const derivations = endingRules(
  "first",
  {
    ...{
      tion: "tional",
      ence: "enci",
      ance: "anci",
      able: "abli",
      ent: "entli",
      ize: "izer ization",
      ate: "ational ation ator",
    },
    ...{
      al: "alism aliti alli",
      ful: "fulness fulli",
      ous: "ousli ousness",
      ive: "iveness iviti",
      ble: "biliti bli",
      less: "lessli",
    },
  },
  [
    { ending: "ogi", becomes: "og", region: "first", after: "l" },
    { ending: "li", becomes: "", region: "first", after: "cdeghkmnrt" },
  ],
);
const reductions = endingRules(
  "first",
  { tion: "tional", ate: "ational", al: "alize", ic: "icate iciti ical", "": "ful ness" },
  [{ ending: "ative", becomes: "", region: "second" }],
);
const endings = endingRules(
  "second",
  { "": "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize" },
  [{ ending: "ion", becomes: "", region: "second", after: "st" }],
);

function replaceEnding(word: string, rules: readonly EndingRule[], regions: Regions): string {
  const rule = rules.find(({ ending }) => word.endsWith(ending));
  if (rule === undefined) return word;
  const at = word.length - rule.ending.length;
  const isAfter = rule.after === undefined || (at > 0 && rule.after.includes(word.charAt(at - 1)));
  return at >= regions[rule.region] && isAfter ? word.slice(0, at) + rule.becomes : word;
}

function withoutFinalLetter(word: string, { first, second }: Regions): string {
  const at = word.length - 1;
  const stem = word.slice(0, at);
  if (word.endsWith("e"))
    return at >= second || (at >= first && !endsInShortSyllable(stem)) ? stem : word;
  return word.endsWith("ll") && at >= second ? stem : word;
}

function lower(word: string): string {
  return word.replaceAll("Y", "y");
}
