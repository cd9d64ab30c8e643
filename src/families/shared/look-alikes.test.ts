import { describe, expect, it } from "vitest";
import { lookAlikes } from "./look-alikes.ts";

describe("lookAlikes", () => {
  it.each([
    ["a Cyrillic letter", "car", "\u0441ar", "with U+0441 where the first has U+0063"],
    ["a Greek capital", "Alpha", "\u0391lpha", "with U+03B1 where the first has U+0061"],
    ["an accent of its own", "caf\u00e9", "cafe\u0301", "with U+0065 where the first has U+00E9"],
    ["a character that is not seen", "red", "r\u200bed", "with U+200B where the first has U+0065"],
    ["another space", "a b", "a\u00a0b", "with U+00A0 where the first has U+0020"],
    ["a doubled space", "a b", "a  b", "with U+0020 where the first has U+0062"],
    ["another dash", "1-2", "1\u20132", "with U+2013 where the first has U+002D"],
    ["another apostrophe", "don't", "don\u2019t", "with U+2019 where the first has U+0027"],
    ["full width", "A1", "\uff211", "with U+FF41 where the first has U+0061"],
    [
      "a soft hyphen at the end",
      "red",
      "red\u00ad",
      "with U+00AD where the first has nothing more",
    ],
  ])("finds %s", (_, first, second, difference) => {
    expect(lookAlikes(["other", first, second])).toEqual({ first: 1, second: 2, difference });
  });

  it.each([
    ["superscripts", "10\u00b2", "102"],
    ["accents", "cafe", "caf\u00e9"],
    ["case, which has a check of its own", "Red", " red"],
    ["the very same", "red", "red"],
    ["words of another script", "\u043a\u043e\u0442", "kot!"],
    ["digits and letters", "10", "IO"],
  ])("lets %s be", (_, first, second) => {
    expect(lookAlikes([first, second])).toBeUndefined();
  });
});
