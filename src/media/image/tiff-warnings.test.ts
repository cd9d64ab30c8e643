import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { tiffStrips } from "./tiff-strips.ts";
import { tiffWarnings } from "./tiff-warnings.ts";

/** Some gradients and some noise, so that codes of all widths occur and the table runs full. */
function picture(width: number, height: number, channels: 1 | 3 | 4 = 3) {
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0, state = 1; at < pixels.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    pixels[at] = at % 5 === 0 ? state >> 16 : (at / channels) % 97;
  }
  return sharp(pixels, { raw: { width, height, channels } });
}

const lzw = { compression: "lzw" } as const;

describe("tiffWarnings", () => {
  it.each([
    ["plain", () => picture(97, 300).tiff({ ...lzw, predictor: "none" })],
    ["with a predictor", () => picture(97, 300).tiff({ ...lzw, predictor: "horizontal" })],
    ["one pixel", () => picture(1, 1).tiff(lzw)],
    ["grey", () => picture(64, 64, 1).toColourspace("b-w").tiff(lzw)],
    ["with alpha", () => picture(64, 64, 4).tiff(lzw)],
    ["of 16 bits", () => picture(64, 64).toColourspace("rgb16").tiff(lzw)],
    [
      "of one bit",
      () =>
        picture(65, 64, 1)
          .toColourspace("b-w")
          .tiff({ ...lzw, predictor: "none", bitdepth: 1 }),
    ],
    ["tiled", () => picture(300, 200).tiff({ ...lzw, tile: true, tileWidth: 128, tileHeight: 64 })],
    ["with other compression", () => picture(64, 64).tiff({ compression: "deflate" })],
    ["without compression", () => picture(64, 64).tiff({ compression: "none" })],
  ])("has nothing to say of a whole file: %s", async (_, image) => {
    expect(tiffWarnings(await image().toBuffer())).toEqual([]);
  });

  it("warns of codes that do not end with the pixels of their strip, also where the decoder is content", async () => {
    const whole = await picture(97, 300)
      .tiff({ ...lzw, predictor: "none" })
      .toBuffer();
    const { from, to } = tiffStrips(whole)!.strips[0]!;
    let shown = 0;
    let warned = 0;
    for (let at = from; at < to; at += 600) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 4;
      const isShown = await sharp(damaged, { failOn: "warning" })
        .raw()
        .toBuffer()
        .then(
          () => true,
          () => false,
        );
      if (!isShown) continue;
      shown++;
      if (tiffWarnings(damaged).length > 0) warned++;
    }
    expect(shown).toBeGreaterThan(0);
    expect(warned).toBeGreaterThan(shown / 5);
  });

  it("says how many strips are damaged", async () => {
    const whole = await picture(97, 300).tiff(lzw).toBuffer();
    const { strips } = tiffStrips(whole)!;
    // The second code of nine bits becomes the end.
    whole.writeUInt32BE(0x80_40_40_00, strips[1]!.from);
    expect(tiffWarnings(whole)).toEqual([
      `the picture is probably damaged: the code of 1 of ${strips.length} strips does not end with their pixels`,
    ]);
  });

  it.each([
    ["nothing", ""],
    ["a header alone", "49492a0008000000"],
    ["a directory outside", "4d4d002affffffff"],
    ["BigTIFF", "49492b0008000000"],
  ])("leaves %s to the decoder", (_, hex) => {
    expect(tiffWarnings(Buffer.from(hex, "hex"))).toEqual([]);
  });
});
