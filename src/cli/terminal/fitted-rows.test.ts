import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fittedRows } from "./fitted-rows.ts";

describe("fittedRows", () => {
  it("narrows the widest column and goes on in the next line", () => {
    const text = fittedRows(
      ["id", "what"],
      [
        ["a", "one two three four five"],
        ["b", "six"],
      ],
      18,
    );
    expect(text.split("\n")).toEqual([
      "id  what",
      "──  ─────────────",
      "a   one two three",
      "    four five",
      "b   six",
      "",
    ]);
  });

  it("is as wide as needed where no width is known", () => {
    expect(fittedRows(["what"], [["x".repeat(300)]], undefined)).toContain("x".repeat(300));
  });

  it("loses nothing and fits wherever twelve signs a column do", () => {
    const cell = fc.stringMatching(/^[a-z,| ]{0,40}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 26, max: 100 }),
        (rows, width) => {
          const lines = fittedRows(["a", "b"], rows, width).split("\n");
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
          const letters = (text: string) => [...text.replace(/\s/g, "")].sort().join("");
          expect(letters(lines.slice(2).join(""))).toBe(letters(rows.flat().join("")));
        },
      ),
    );
  });
});
