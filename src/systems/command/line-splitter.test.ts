import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineSplitter, longestMessage } from "./line-splitter.ts";

function linesOf(pieces: readonly string[]) {
  const lines: string[] = [];
  let endless = 0;
  const splitter = lineSplitter({ onLine: (line) => lines.push(line), onEndless: () => endless++ });
  for (const piece of pieces) splitter.take(piece);
  splitter.end();
  return { lines, endless };
}

describe("lines as they come", () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [["\n\n  \n"], []],
    [["a\nb\n"], ["a", "b"]],
    [
      ["a", "b\r\n", " c"],
      ["ab", " c"],
    ],
    [["  ", "{", '"x":1}', "\n"], ['  {"x":1}']],
    [["x".repeat(1_000)], ["x".repeat(400)]],
    [
      ["x".repeat(300), "y".repeat(300), "z".repeat(300), "\n{}\n"],
      [`${"x".repeat(300)}${"y".repeat(300)}`, "{}"],
    ],
    [[`{${" ".repeat(1_000)}`, "}\n"], [`{${" ".repeat(1_000)}}`]],
  ])("%#", (pieces, lines) => {
    expect(linesOf(pieces).lines).toEqual(lines);
  });

  it("are the same however the text is cut", () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom("\n", "{", "}", " ", "a"), fc.string({ maxLength: 20 })))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (whole, cuts) => {
        const places = [
          0,
          ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b),
          whole.length,
        ];
        const pieces = places.slice(1).map((to, i) => whole.slice(places[i], to));
        const expected = whole
          .split("\n")
          .map((line) => line.trimEnd())
          .filter((line) => line !== "");
        expect(linesOf(pieces).lines).toEqual(expected);
      }),
    );
  });

  it("that do not end are told of once each, and do not hide the next", () => {
    const piece = "x".repeat(1 << 20);
    const pieces = Array.from({ length: Math.ceil(longestMessage / piece.length) }, () => piece);
    expect(linesOf(["{", ...pieces, "\n{}\n"])).toEqual({ lines: ["{}"], endless: 1 });
    expect(linesOf([...pieces, ...pieces, "\n{}\n"])).toMatchObject({
      lines: [expect.any(String), "{}"],
      endless: 0,
    });
  });
});
