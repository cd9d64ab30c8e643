import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, success } from "../../core/result.ts";
import { lineRecords } from "./line-records.ts";

const numbers = {
  layout: "a number",
  read: (line: string) =>
    Number.isNaN(Number(line)) ? failure(`"${line}" is no number`) : success(Number(line)),
};

describe("records of lines", () => {
  it.each([
    ["", []],
    ["\n \n\t\r\n", []],
    ["1", [1]],
    ["1\r\n2\n", [1, 2]],
    ["\n\n3\n\n4", [3, 4]],
  ])("reads %j", (text, records) => expect(lineRecords(text, numbers)).toEqual(success(records)));

  it("names the line that cannot be read, empty ones counted", () => {
    expect(lineRecords("1\n\nx\ny", numbers)).toEqual(failure('line 3: "x" is no number'));
  });

  it.each([[null], [3], [[]], [{ lines: ["1"] }]])("refuses %j, which is no text", (document) => {
    expect(lineRecords(document, numbers)).toEqual(
      failure("must be a text file of lines: a number"),
    );
  });

  it("keeps order and count, whatever ends the lines", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.constantFrom("\n", "\r\n"), (values, end) => {
        expect(lineRecords(values.join(end), numbers)).toEqual(success(values));
      }),
    );
  });
});
