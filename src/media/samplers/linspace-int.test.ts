import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linspaceInt } from "./linspace-int.ts";

describe("linspaceInt", () => {
  it.each([
    [0, 99, 0, []],
    [3, 99, 1, [3]],
    [0, 99, 8, [0, 14, 28, 42, 56, 70, 84, 99]],
    [0, 0, 3, [0, 0, 0]],
    [2, 1, 4, [2, 1, 1, 1]],
    [0, -1, 3, [0, -1, -1]],
    // A step that divides evenly must not lose a frame to rounding.
    [0, 58, 30, Array.from({ length: 30 }, (_, i) => 2 * i)],
  ])("from %i to %i in %i steps", (from, to, count, values) => {
    expect(linspaceInt(from, to, count)).toEqual(values);
  });

  it("starts and ends as told and ascends", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.nat(1e6),
        fc.integer({ min: 2, max: 500 }),
        (from, length, count) => {
          const values = linspaceInt(from, from + length, count);
          expect([values.length, values[0], values.at(-1)]).toEqual([count, from, from + length]);
          expect(
            values.every(
              (value, i) => Number.isInteger(value) && (i === 0 || values[i - 1]! <= value),
            ),
          ).toBe(true);
        },
      ),
    );
  });
});
