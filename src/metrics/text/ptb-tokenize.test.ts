import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { ptbText, ptbTokenize } from "./ptb-tokenize.ts";

describe("ptbTokenize", () => {
  test.each([
    ["", ""],
    [" \t\n ", ""],
    ["word", "word"],
    ["Don't stop; I'm sure you'll do it.", "Do n't stop ; I 'm sure you 'll do it ."],
    ["(ok) [x] {y}", "-LRB- ok -RRB- -LSB- x -RSB- -LCB- y -RCB-"],
    ['"good job"!', "`` good job '' !"],
    ["bread, etc. Then", "bread , etc. . Then"],
    ["plan B. Then we", "plan B . Then we"],
    ["J. B. Smith of the U.S. team", "J. B. Smith of the U.S. team"],
    ["Mass. is a state, mass. is not", "Mass. is a state , mass . is not"],
    ["no. 5, no. Five", "no. 5 , no . Five"],
    ["cannot gonna", "can not gon na"],
    ["smile \u{1f600} now", "smile now"],
    ["the o's are 6'11 tall", "the o 's are 6 '11 tall"],
    ["dos and don'ts: There'a man", "dos and do n'ts : There'a man"],
    ["a model T.", "a model T."],
    ["foo.; Inc.-owned", "foo. ; Inc.-owned"],
  ])("%j", (text, tokens) => {
    expect(ptbTokenize(text, { lowerCase: false, removePunctuation: false }).join(" ")).toBe(
      tokens,
    );
  });

  it("lower-cases and drops punctuation as coco-caption does, which leaves lower-cased brackets", () => {
    expect(ptbTokenize("Wait (Now)!! Go...")).toEqual([
      "wait",
      "-lrb-",
      "now",
      "-rrb-",
      "!!",
      "go",
    ]);
    expect(ptbTokenize("Wait (Now)!! Go...", { lowerCase: false })).toEqual([
      "Wait",
      "Now",
      "!!",
      "Go",
    ]);
  });

  it("keeps a mixed number together with a no-break space", () => {
    expect(ptbTokenize("1 1/2 cups")).toEqual(["1\u00a01/2", "cups"]);
  });

  it("ends on any text, gives no empty token and no token with a space", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 0xffff }), { maxLength: 60 }), (codes) => {
        const text = String.fromCharCode(...codes);
        expect(
          ptbTokenize(text, { removePunctuation: false }).filter(
            (token) => token === "" || token.includes(" "),
          ),
        ).toEqual([]);
      }),
    );
  });

  it("ends soon on long runs of the same marks", () => {
    for (const unit of ["a.", "a-", "1,", "a@", "<a ", "'", "a/", "1/", "a_"]) {
      expect(ptbTokenize(unit.repeat(2_000), { removePunctuation: false }).length).toBeGreaterThan(
        0,
      );
    }
  });
});

describe("ptbText", () => {
  it("is the tokens between single spaces, also where it takes the short way", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "the",
        "Cannot",
        "gonna",
        "Gimme",
        "etc",
        "Mr",
        "no",
        "fig",
        "mass",
        "Mass",
        "a",
        "U",
        "don't",
        "U.S",
        "5",
        "é",
        "",
      ),
      fc.string({ unit: fc.constantFrom("a", "C", "n", "'", ".", "-"), maxLength: 6 }),
    );
    const end = fc.constantFrom("", ".", "!", "?", "..", " .", ". ", "?!", "\n", "'");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), end, (words, mark) => {
        const text = words.join(" ") + mark;
        expect(ptbText(text)).toBe(ptbTokenize(text).join(" "));
      }),
      { numRuns: 500 },
    );
    expect(ptbText("Grind the Beans.")).toBe("grind the beans");
  });
});
