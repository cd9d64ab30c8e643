import { expect, it } from "vitest";
import { isDual } from "./is-dual.ts";

it.each([
  { count: 4096, width: 2048, outputs: 18, epochs: 1, dual: true },
  { count: 4096, width: 2047, outputs: 18, epochs: 400, dual: false },
  // Inner products pay off over many epochs of many columns.
  { count: 5000, width: 8546, outputs: 18, epochs: 400, dual: true },
  { count: 5000, width: 8546, outputs: 18, epochs: 20, dual: false },
  { count: 5000, width: 2415, outputs: 18, epochs: 400, dual: false },
  { count: 8192, width: 25_638, outputs: 2, epochs: 400, dual: true },
  // Beyond, they would be most of a gigabyte.
  { count: 8193, width: 25_638, outputs: 2, epochs: 400, dual: false },
])("$count rows of $width columns over $epochs epochs: $dual", ({ dual, ...size }) => {
  expect(isDual(size, size)).toBe(dual);
});
