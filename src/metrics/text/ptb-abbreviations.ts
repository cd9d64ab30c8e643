/**
 * Where an abbreviation ends, its full stop included, and whether that stop also ends the sentence.
 */
interface Abbreviation {
  readonly end: number;
  readonly endsSentence: boolean;
}

/**
 * The abbreviation that stands at `at`, as Stanford's PTBTokenizer 3.4.1 knows them. Its stop is
 * also a full stop, written once more, when a capital follows or the text ends; an initial gives
 * its stop away when one of the usual first words of a sentence follows.
 */
export function abbreviationEnd(text: string, at: number): Abbreviation | null {
  for (const { pattern, sentence } of kinds) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) continue;
    const end = pattern.lastIndex;
    sentence.lastIndex = end;
    const endsSentence = sentence.test(text);
    return endsSentence && end - at === 2
      ? { end: at + 1, endsSentence: false }
      : { end, endsSentence };
  }
  return null;
}

const months = "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec";
const days = "mon|tues?|wed|thu(?:rs)?|fri";
const states =
  "calif|conn|ct|fla|ga|ind|kans?|ky|md|mich|minn|mo|mont|neb|nev|okla|penn|tenn|va|vt|wisc?|wyo|ala|ariz|colo|dak|[M]ass|[I]ll|[L]a|[M]iss|[O]re|[P]a|[T]ex|[W]ash|[A]rk|[D]el";
const companies = "inc|cos?|corp|ltd|plc|rt|bancorp|bhd|assn|univ|intl|sys|bros";
const others = "jr|sr|blvd|rd|esq|etc|al|seq|est|tel|ext|sq|bldg|(?:ed|ph)\\.d";
const titles =
  "mrs?|ms|drs?|profs?|sens?|reps?|attys?|lt|col|gen|messrs|govs?|adm|rev|maj|sgt|cpl|pvt|mt|capt|ste?|ave|pres|lieut|hon|brig|co?mdr|pfc|spc|supts?|det|mlle|mme|msgr|insp|adj|adv|ens|sfc";
const organisations = "dept|cie|ph|vs|invt|cf|ft|natl|asst|treas|elec|assoc";
const names = "alex|jos|wm";
const beforeNumbers = "pp|nos?|prop|figs?|ca|op|art";
const openers =
  "A|About|According|Additionally|After|An|As|At|But|Earlier|He|Her|Here|However|If|In|It|Last|Many|More|Mr\\.|Ms\\.|Now|Once|One|Other|Our|She|Since|So|Some|Such|That|The|Their|Then|There|These|They|This|We|What|When|While|Yet|You";

/** Words whose first letter is a capital; the others may be. */
function capitalised(words: string): string {
  return words.replace(/\\.|[a-z]/g, (part) =>
    part.length === 1 ? `[${part}${part.toUpperCase()}]` : part,
  );
}

const never = /(?!)/y;
const tag = "</?[A-Za-z][^<>:]*>";
const beforeOpener = new RegExp(`\\s+(?:${capitalised(openers)}|${tag})(?:\\s|$)`, "y");
/** Two spaces are as good as a capital. */
const beforeCapital = new RegExp(`\\s(?:\\s|[A-Z]|${tag}|$)|$`, "y");

/**
 * Letters in any case, except those in brackets, which are capitals only: "Mass." is a state,
 * "mass." is not.
 */
export function anyCase(words: string): string {
  return words.replace(/\[[A-Z]\]|\\.|[a-z]/g, (part) =>
    part.length === 1 ? `[${part}${part.toUpperCase()}]` : part,
  );
}

/**
 * What may not follow: letters or a hyphenated word that make a longer token with what stands
 * before the stop.
 */
const lettersFollow = "(?![A-Za-z][A-Za-z0-9]|-[\\p{L}\\p{M}\\p{Nd}]{2})";
const anyLetterFollows = "(?![A-Za-z]|-[\\p{L}\\p{M}\\p{Nd}])";

const kinds: readonly { readonly pattern: RegExp; readonly sentence: RegExp }[] = [
  {
    pattern: stopped(
      `${anyCase([months, days, states, companies, others].join("|"))}|[Pp]?[Pp]t[ye]s?`,
      lettersFollow,
    ),
    sentence: beforeCapital,
  },
  {
    pattern: stopped(
      `${anyCase(`${titles}|${organisations}|${names}`)}|[Mm][ft]g`,
      anyLetterFollows,
    ),
    sentence: never,
  },
  { pattern: stopped(anyCase(beforeNumbers), "(?=\\s?\\d)"), sentence: never },
  { pattern: /[A-Za-z](?:\.[A-Za-z])*\.(?![A-Za-z-])/y, sentence: beforeOpener },
];

function stopped(words: string, context: string): RegExp {
  return new RegExp(`(?:${words})\\.${context}`, "uy");
}
