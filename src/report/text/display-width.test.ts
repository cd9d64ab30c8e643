import { describe, expect, it } from "vitest";
import { displayWidth, shorten, singleLine } from "./display-width.ts";

describe("displayWidth", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["4\u202f996", 5],
    ["模型", 4],
    ["e\u0301", 1],
    ["👩‍💻", 2],
    ["–…─", 3],
  ])("%j takes %i columns", (text, width) => expect(displayWidth(text)).toBe(width));

  it("takes the same for every letter and sign, whether it stands alone or beside one of another script", () => {
    const all = Array.from({ length: 0x3000 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i));
    // Signs of Arabic numbers are drawn around what follows them.
    const characters = all.filter((character) =>
      /(?![\u0600-\u08ff])[\p{Script=Latin}\p{Script=Greek}\p{Script=Common}]/u.test(character),
    );
    expect(characters.length).toBeGreaterThan(3_000);
    expect(
      characters.filter(
        (character) => displayWidth(`${character}漢`) !== displayWidth(character) + 2,
      ),
    ).toEqual([]);
  });
});

describe("shorten", () => {
  it("keeps both ends", () => {
    expect(shorten("Qwen3-VL-8B-Instruct", 15)).toBe("Qwen3-V…nstruct");
    expect(shorten("short", 5)).toBe("short");
  });

  it.each([1, 2, 3, 4, 7, 10])("fits %i columns, wide characters too", (width) => {
    for (const text of ["abcdefghijkl", "视频理解模型评测", "👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻"])
      expect(displayWidth(shorten(text, width))).toBeLessThanOrEqual(width);
  });
});

describe("singleLine", () => {
  it("leaves no way to move a terminal's cursor or to reorder text", () => {
    const text = singleLine(" a\u001b[2Jb\nc\td\u0007\u202ee\u009b ");
    expect(text).toBe("a�[2Jb c d��e�");
  });

  it("keeps grouped digits together", () => expect(singleLine("4\u202f996")).toBe("4\u202f996"));
});
