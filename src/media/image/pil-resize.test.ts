import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pilResize } from "./pil-resize.ts";
import { resamplingFilters } from "./resampling-filter.ts";
import type { RgbImage } from "./rgb-image.ts";

function plain(width: number, height: number, colour: readonly number[]): RgbImage {
  return { width, height, rgb: Uint8Array.from({ length: 3 * width * height }, (_, i) => colour[i % 3]!) };
}

const side = fc.integer({ min: 1, max: 40 });
const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
const filter = fc.constantFrom(...resamplingFilters);

describe("pilResize", () => {
  it("leaves an image of the size asked for as it is, in memory of its own", () => {
    const image = { width: 2, height: 1, rgb: Uint8Array.of(1, 2, 3, 4, 5, 6) };
    const same = pilResize(image, { width: 2, height: 1 });
    expect(same).toEqual(image);
    expect(same.rgb).not.toBe(image.rgb);
  });

  it("keeps the colour of a plain image", () => {
    fc.assert(
      fc.property(side, side, side, side, colour, filter, (w, h, width, height, rgb, kernel) => {
        expect(pilResize(plain(w, h, rgb), { width, height, filter: kernel })).toEqual(plain(width, height, rgb));
      }),
    );
  });

  it("is bicubic unless told otherwise", () => {
    const edge = { width: 4, height: 1, rgb: Uint8Array.of(0, 0, 0, 0, 0, 0, 200, 200, 200, 200, 200, 200) };
    const by = (filter?: "bicubic" | "bilinear") => pilResize(edge, { width: 9, height: 1, ...(filter ? { filter } : {}) }).rgb;
    expect(by()).toEqual(by("bicubic"));
    expect(by()).not.toEqual(by("bilinear"));
    expect(Math.max(...by())).toBeGreaterThan(200);
  });

  it("refuses sizes that are none, and images that are not what they say", () => {
    const image = plain(2, 2, [0, 0, 0]);
    expect(() => pilResize(image, { width: 0, height: 2 })).toThrow(RangeError);
    expect(() => pilResize(image, { width: 1.5, height: 2 })).toThrow("1.5");
    expect(() => pilResize({ ...image, width: 3 }, { width: 1, height: 1 })).toThrow("An RGB image of 3x2 has 18 bytes, not 12");
  });
});
