import type { NonbreakingPrefixes } from "./meteor-normalize.ts";
import type { ParaphraseTable } from "./paraphrase-table.ts";

/**
 * What METEOR knows of a language. Every part says by `name` in signatures which one it is; what is
 * absent is built in or not used.
 */
export interface MeteorResources {
  readonly functionWords?: { readonly name: string; readonly words: ReadonlySet<string> };
  readonly prefixes?: { readonly name: string; readonly kinds: NonbreakingPrefixes };
  readonly synonyms?: MeteorSynonyms;
  readonly paraphrases?: ParaphraseTable;
}

/** Words are synonyms when they, or what they are forms of, are in a common synset. */
export interface MeteorSynonyms {
  readonly name: string;
  /** The synsets of a word. */
  readonly synsets: ReadonlyMap<string, readonly number[]>;
  /**
   * What an irregular form is a form of: "mice" of "mouse". Regular forms are found by their
   * endings.
   */
  readonly bases: ReadonlyMap<string, readonly string[]>;
}

/**
 * The words that count less, where the user gives no list: the closed classes of English and
 * punctuation marks. METEOR's own list holds the words that make up more than a thousandth of a
 * corpus, so its figures differ a little.
 */
export const builtInFunctionWords = {
  name: "closed-class",
  words: new Set(
    [
      "a an the this that these those each every either neither some any no all both such another other",
      "i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself yourself himself herself itself",
      "who whom whose which what",
      "of in to for with on at by from as into about over after under between through against during without before among within along across",
      "behind beyond above below near off out up down since until upon toward towards around",
      "and or but nor so yet if because although though while when where than whether that",
      "be am is are was were been being do does did have has had having will would shall should can could may might must ought",
      "not n't 's 're 've 'll 'd 'm ' there here then also only very just",
      `. , ; : ? ! " ( ) [ ] - / & %`,
    ]
      .join(" ")
      .split(" "),
  ) as ReadonlySet<string>,
};

/**
 * Initials and the commonest abbreviations that keep their full stop, where the user gives no list.
 */
export const builtInPrefixes = {
  name: "initials-and-titles",
  kinds: new Map([
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("").map((initial) => [initial, "always"] as const),
    ..."Mr Mrs Ms Dr Prof Rev Gen Col Capt Lt Sgt Gov Sen Rep Hon St Jr Sr vs v i.e e.g"
      .split(" ")
      .map((word) => [word, "always"] as const),
    ...["No", "pp", "Art"].map((word) => [word, "before-number"] as const),
  ]) as NonbreakingPrefixes,
};
