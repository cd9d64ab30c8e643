import fc from "fast-check";
import sharp, { type JpegOptions } from "sharp";
import { describe, expect, it } from "vitest";
import { jpegWarnings } from "./jpeg-warnings.ts";

function jpeg(options: JpegOptions): Promise<Buffer> {
  return sharp({ create: { width: 32, height: 32, channels: 3, background: "#836" } })
    .jpeg(options)
    .toBuffer();
}

/** Where the first step of the first table stands. */
function firstStep(bytes: Buffer): number {
  return bytes.indexOf(Buffer.from([0xff, 0xdb])) + 5;
}

describe("jpegWarnings", () => {
  it("finds nothing in whole files, whichever tables they have", async () => {
    for (const quantisationTable of [0, 1, 2, 3, 4, 5, 6, 7, 8])
      for (const quality of [1, 7, 10, 23, 50, 71, 90, 95, 96, 100])
        expect(jpegWarnings(await jpeg({ quality, quantisationTable })), `${quality} ${quantisationTable}`).toEqual([]);
    expect(jpegWarnings(await jpeg({ quality: 80, mozjpeg: true }))).toEqual([]);
  });

  it("finds a few steps that differ from those of a quality", async () => {
    const whole = await jpeg({ quality: 90 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 255 }), (step, flips) => {
        const damaged = Buffer.from(whole);
        damaged[firstStep(whole) + step]! ^= flips;
        expect(jpegWarnings(damaged)).toEqual([
          expect.stringMatching(/^the picture is probably damaged: (1 of 64 steps|a step) of its quantisation/),
        ]);
      }),
    );
  });

  it("takes a table that is rounded otherwise for what it is", async () => {
    const rounded = await jpeg({ quality: 60 });
    for (let step = 0; step < 64; step += 9) rounded[firstStep(rounded) + step]! += 1;
    expect(jpegWarnings(rounded)).toEqual([]);
  });

  it("reads anything without harm", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (rest) => void jpegWarnings(Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, ...rest]))),
    );
  });
});
