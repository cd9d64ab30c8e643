import { expect, it } from "vitest";
import { byteRange } from "./byte-range.ts";

it.each([
  [undefined, "whole"],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-", { start: 10, end: 99 }],
  ["bytes=10-500", { start: 10, end: 99 }],
  ["bytes=-1", { start: 99, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["Bytes=1-2", { start: 1, end: 2 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=99999999999999999999-", "unsatisfiable"],
  ["bytes=0-1,5-6", "whole"],
  ["bytes=5-4", "whole"],
  ["bytes=-", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=--1", "whole"],
  ["bytes=0x0-1", "whole"],
  ["lines=0-1", "whole"],
] as const)("%s of 100 bytes", (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

it("finds nothing in an empty file", () => {
  expect(byteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(byteRange("bytes=-5", 0)).toBe("unsatisfiable");
});
