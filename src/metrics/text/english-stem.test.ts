import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { englishStem } from "./english-stem.ts";

describe("englishStem", () => {
  it.each([
    ["", ""],
    ["a", "a"],
    ["ogi", "ogi"],
    ["yyy", "yyy"],
    ["'tis", "tis"],
    ["dog's", "dog"],
    ["dogs'", "dog"],
    ["skies", "sky"],
    ["dying", "die"],
    ["news", "news"],
    ["inning", "inning"],
    ["proceed", "proceed"],
    ["running", "run"],
    ["hopping", "hop"],
    ["hoping", "hope"],
    ["agreed", "agre"],
    ["flies", "fli"],
    ["ties", "tie"],
    ["gas", "gas"],
    ["gaps", "gap"],
    ["kiwis", "kiwi"],
    ["say", "say"],
    ["happily", "happili"],
    ["relational", "relat"],
    ["generously", "generous"],
    ["communism", "communism"],
    ["nationalities", "nation"],
    ["cheerfulness", "cheer"],
    ["organization", "organ"],
    ["apologi", "apolog"],
  ])("%s → %s", (word, stem) => {
    expect(englishStem(word)).toBe(stem);
  });

  it("never makes a word longer by more than one letter, whatever it is given", () => {
    fc.assert(fc.property(fc.string(), (word) => englishStem(word).length <= word.length + 1));
  });
});
