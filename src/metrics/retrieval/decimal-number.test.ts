import fc from "fast-check";
import { expect, it } from "vitest";
import { decimalNumber } from "./decimal-number.ts";

const read = (text: string) => {
  const bytes = new TextEncoder().encode(`<${text}>`);
  return decimalNumber(bytes, 1, bytes.length - 1);
};

it.each([
  "0",
  "-0",
  "7",
  "-7.25",
  ".5",
  "5.",
  "007",
  "0.1",
  "123456789.123456",
  "999999999999999",
  "9007199254740993",
  "1e3",
  "-Infinity",
  "1.0000000000000002",
])("reads %s as Number does", (text) => {
  expect(read(text)).toBe(Number(text));
});

it.each(["", "-", ".", "-.", "1.2.3", "high", "1,5", "--1"])(
  "knows that %j is no number",
  (text) => {
    expect(read(text)).toBeNaN();
  },
);

it("reads what numbers are printed as", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double({ noNaN: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((x) => Number(x.toFixed(5))),
      ),
      (value) => {
        expect(read(String(value))).toBe(Number(String(value)));
      },
    ),
  );
});
