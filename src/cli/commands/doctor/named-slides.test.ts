import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../math/seeded-random.ts";
import { namedSlides } from "./named-slides.ts";
import { sightSlides } from "./sight-slides.ts";

const slides = [
  { code: "4719", colour: "red" },
  { code: "2038", colour: "blue" },
  { code: "5560", colour: "red" },
  { code: "9001", colour: "purple" },
] as const;

describe("namedSlides", () => {
  it.each<readonly [string, readonly number[], boolean]>([
    ["4719 red\n2038 blue\n5560 red\n9001 purple", [0, 1, 2, 3], true],
    [
      "1. 4,719 – a RED background\n2. 2 0 3 8, Blue\n3. 5-5-6-0 (red)\n4. 9.001, violet",
      [0, 1, 2, 3],
      true,
    ],
    ["| 9001 | purple |\n| 4719 | red |", [0, 3], false],
    ["red, blue, red, magenta", [], true],
    ["red, blue, red", [], false],
    ["red, blue, purple, red", [], false],
    ["14719 47190 471 938", [], false],
    ["none", [], false],
    ["", [], false],
  ])("reads %j", (reply, codes, hasAllColours) => {
    expect(namedSlides(reply, slides)).toEqual({ codes, hasAllColours });
  });

  it("takes no colours for proof of fewer than four slides, nor codes from whoever lists them all", () => {
    expect(namedSlides("red, blue, red", slides.slice(0, 3))).toEqual({
      codes: [],
      hasAllColours: false,
    });
    const all = Array.from({ length: 9_000 }, (_, at) => 1_000 + at).join(" ");
    expect(namedSlides(all, slides).codes).toEqual([]);
  });

  it("finds every code and colour of any clip, and hardly any by guessing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 40 }), fc.nat(), (count, seed) => {
        const shown = sightSlides(count, seededRandom(seed, "shown"));
        const told = shown
          .map(({ code, colour }, at) => `Picture ${at + 1}: ${code}, ${colour}`)
          .join("\n");
        expect(namedSlides(told, shown)).toEqual({ codes: [...shown.keys()], hasAllColours: true });
        const guess = sightSlides(count, seededRandom(seed, "guessed"));
        expect(
          namedSlides(guess.map(({ code }) => code).join(" "), shown).codes.length,
        ).toBeLessThan(count / 2);
      }),
    );
  });
});
