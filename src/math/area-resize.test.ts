import { describe, expect, it } from "vitest";
import { areaResizer } from "./area-resize.ts";

interface Grid {
  readonly values: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

const areaResize = ({ values, ...grid }: Grid, size: { width: number; height: number }) =>
  areaResizer(grid, size)(values);

const row = (values: readonly number[], width: number) => [
  ...areaResize({ values, width: values.length, height: 1, channels: 1 }, { width, height: 1 }),
];

describe("resizing by areas", () => {
  it("takes means of whole cells", () => {
    expect(row([1, 3, 5, 7], 2)).toEqual([2, 6]);
    const grid = { values: [1, 2, 3, 4, 5, 6, 7, 8], width: 2, height: 4, channels: 1 };
    expect([...areaResize(grid, { width: 2, height: 2 })]).toEqual([2, 3, 6, 7]);
  });

  it("shares cells that are cut", () => {
    const [left, right] = row([1, 2, 4], 2);
    expect(left).toBeCloseTo((1 + 0.5 * 2) / 1.5, 12);
    expect(right).toBeCloseTo((0.5 * 2 + 4) / 1.5, 12);
  });

  it("leaves what has the size already, and repeats where a grid grows", () => {
    expect(row([1, 2, 3], 3)).toEqual([1, 2, 3]);
    expect(row([1, 2], 4)).toEqual([1, 1, 2, 2]);
    expect(row([1, 3], 3)[1]).toBeCloseTo(2, 12);
  });

  it("keeps channels apart, colours as others", () => {
    for (const channels of [1, 2, 3, 4]) {
      const cells = [2, 7, 1, 8, 2, 8, 1, 9, 2, 6, 5, 3, 5, 9, 7].slice(0, 15);
      const values = cells.flatMap((cell) =>
        Array.from({ length: channels }, (_, c) => cell * (c + 1)),
      );
      const one = areaResize(
        { values: cells, width: 5, height: 3, channels: 1 },
        { width: 2, height: 2 },
      );
      const all = areaResize({ values, width: 5, height: 3, channels }, { width: 2, height: 2 });
      expect(all).toHaveLength(4 * channels);
      for (const [i, value] of all.entries())
        expect(value).toBeCloseTo(one[Math.floor(i / channels)]! * ((i % channels) + 1), 12);
    }
  });
});
