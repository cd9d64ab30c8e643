import { expect, it } from "vitest";
import { parseByteSize } from "./byte-size.ts";

it.each([
  ["0", 0],
  ["1234", 1234],
  ["5GB", 5e9],
  ["5 gb", 5e9],
  ["1.5kB", 1500],
  ["2GiB", 2 ** 31],
  ["1TB", 1e12],
])("reads %s", (text, bytes) => expect(parseByteSize(text)).toBe(bytes));

it.each(["", "GB", "5 parsecs", "-1GB", "1e3", "5G B", "99999999TB", "NaN"])("refuses %j", (text) =>
  expect(() => parseByteSize(text)).toThrow(/is not a size/),
);
