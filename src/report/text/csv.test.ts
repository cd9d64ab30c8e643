import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { csvLine } from "./csv.ts";

it.each([
  [["a", 1, 0.5, true, false], "a,1,0.5,true,false\n"],
  [["a", null, undefined, Number.NaN, "b"], "a,,,,b\n"],
  [['say "hi", you'], '"say ""hi"", you"\n'],
  [["two\nlines", "cr\r"], '"two\nlines","cr\r"\n'],
  [[" padded ", "×±"], '" padded ",×±\n'],
  [[""], '""\n'],
  [["", ""], ",\n"],
  [[], "\n"],
  [[-0, 1e21, "null"], "0,1e+21,null\n"],
])("%j", (fields, line) => expect(csvLine(fields)).toBe(line));

it("is read back by a parser", () => {
  const fields = ['quote " comma , line\r\nend', " blank ", "", "plain", '""', ","];
  expect(parse(csvLine(fields))).toEqual([fields]);
});
