import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitPixels } from "./fit-pixels.ts";

const shape = { width: 2, height: 1, resize: "stretch", filter: "bicubic" } as const;

function plain(pixels: number, colour: readonly number[]): Uint8Array {
  return Uint8Array.from({ length: 3 * pixels }, (_, i) => colour[i % 3]!);
}

const side = fc.integer({ min: 1, max: 40 });
const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
const filter = fc.constantFrom("bicubic", "bilinear");

describe("fitPixels", () => {
  it("leaves a picture of the wanted size as it is, in memory of its own", () => {
    const rgb = Uint8Array.of(1, 2, 3, 4, 5, 6);
    const same = fitPixels(rgb, 2, 1, shape);
    expect(same).toEqual(rgb);
    expect(same.buffer).not.toBe(rgb.buffer);
  });

  it("keeps the colour of a plain picture", () => {
    fc.assert(
      fc.property(side, side, side, side, colour, filter, (w, h, width, height, rgb, kernel) => {
        const wanted = { width, height, resize: "stretch", filter: kernel } as const;
        expect(fitPixels(plain(w * h, rgb), w, h, wanted)).toEqual(plain(width * height, rgb));
        const cropped = { ...wanted, height: width, resize: "crop" } as const;
        expect(fitPixels(plain(w * h, rgb), w, h, cropped)).toEqual(plain(width * width, rgb));
      }),
    );
  });

  it("cuts the middle out where the shorter side has the size already", () => {
    const rgb = Uint8Array.from({ length: 15 }, (_, i) => i);
    const crop = { width: 1, height: 1, resize: "crop", filter: "bicubic" } as const;
    expect([...fitPixels(rgb, 5, 1, crop)]).toEqual([6, 7, 8]);
    expect([...fitPixels(rgb, 1, 5, crop)]).toEqual([6, 7, 8]);
  });

  it("refuses sizes that are none, and pictures that are not what they say", () => {
    const rgb = plain(4, [0, 0, 0]);
    expect(() => fitPixels(rgb, 2, 2, { ...shape, width: 0 })).toThrow(RangeError);
    expect(() => fitPixels(rgb, 2, 2, { ...shape, height: 1.5 })).toThrow("1.5");
    expect(() => fitPixels(rgb, 3, 2, shape)).toThrow("An RGB picture of 3x2 has 18 bytes, not 12");
    expect(() => fitPixels(rgb, 2, 2, { ...shape, resize: "crop" })).toThrow("square, not 2x1");
  });
});
