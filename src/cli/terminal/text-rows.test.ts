import { expect, it } from "vitest";
import { textRows } from "./text-rows.ts";

it("makes columns as wide as their content, numbers to the right, without trailing blanks", () => {
  expect(
    textRows(
      ["task", "samples", "share"],
      [
        ["qa", "4996", "99.9 %"],
        ["a longer one", "7", ""],
      ],
    ),
  ).toBe(
    [
      "task          samples   share",
      "────────────  ───────  ──────",
      "qa               4996  99.9 %",
      "a longer one        7",
      "",
    ].join("\n"),
  );
});

it("keeps a column to the left where one cell is no number", () => {
  expect(
    textRows(
      ["id", "n"],
      [
        ["a", "10"],
        ["b", "10 of 20"],
      ],
    ),
  ).toBe("id  n\n──  ────────\na   10\nb   10 of 20\n");
});

it("shows the head alone where there are no rows", () => {
  expect(textRows(["id", "number"], [])).toBe("id  number\n──  ──────\n");
});

it("takes what a row lacks for nothing", () => {
  expect(textRows(["id", "note"], [["a"], ["b", "x"]])).toBe("id  note\n──  ────\na\nb   x\n");
});

it("keeps rows in line whatever names are made of", () => {
  expect(
    textRows(
      ["file", "n"],
      [
        ["a\nb", "1"],
        ["视频", "2"],
      ],
    ),
  ).toBe("file  n\n────  ─\na b   1\n视频  2\n");
});
