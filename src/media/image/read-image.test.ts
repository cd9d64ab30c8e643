import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { ImageReadError } from "./image-read-error.ts";
import { readImage } from "./read-image.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-read-image-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function stored(bytes: Uint8Array | Sharp): Promise<string> {
  const path = join(folder, `${files++}`);
  await writeFile(path, bytes instanceof Uint8Array ? bytes : await bytes.toBuffer());
  return path;
}

/** Three by two pixels, all different. */
const colours = Uint8Array.of(
  255,
  0,
  0,
  0,
  255,
  0,
  0,
  0,
  255,
  255,
  255,
  0,
  0,
  255,
  255,
  40,
  80,
  120,
);
const small = () => sharp(colours, { raw: { width: 3, height: 2, channels: 3 } });
/** Blocks of one colour: what JPEG keeps well. */
const blocks = (side = 16) => small().resize(3 * side, 2 * side, { kernel: "nearest" });

function farthest(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

describe("readImage", () => {
  it.each([
    ["PNG", () => small().png()],
    ["palette PNG", () => small().png({ palette: true, dither: 0 })],
    ["lossless WebP", () => small().webp({ lossless: true })],
    ["TIFF", () => small().tiff({ compression: "none" })],
    ["LZW TIFF", () => small().tiff({ compression: "lzw" })],
  ] as const)("reads %s exactly", async (_, image) => {
    expect(await readImage(await stored(image()))).toEqual({
      width: 3,
      height: 2,
      rgb: colours,
      warnings: [],
    });
  });

  it("reads JPEG and lossy WebP nearly", async () => {
    const exact = await blocks().raw().toBuffer();
    const jpeg = await readImage(
      await stored(blocks().jpeg({ quality: 95, chromaSubsampling: "4:4:4" })),
    );
    const webp = await readImage(await stored(blocks().webp({ quality: 100 })));
    expect(farthest(jpeg.rgb, exact)).toBeLessThan(8);
    expect([webp.width, webp.height, webp.warnings]).toEqual([48, 32, []]);
  });

  it("reads BMP", async () => {
    const header = Buffer.from(
      "424d3a00000000000000360000002800000001000000010000000100180000000000",
      "hex",
    );
    const bytes = Buffer.concat([
      header,
      Buffer.alloc(54 - header.length),
      Buffer.of(30, 20, 10, 0),
    ]);
    expect(await readImage(await stored(bytes))).toEqual({
      width: 1,
      height: 1,
      rgb: Uint8Array.of(10, 20, 30),
      warnings: [],
    });
  });

  it("gives grey three channels", async () => {
    const grey = sharp(Uint8Array.of(0, 100, 255), { raw: { width: 3, height: 1, channels: 1 } });
    for (const image of [
      grey.clone().toColourspace("b-w").png(),
      grey.clone().toColourspace("b-w").tiff({ compression: "none" }),
    ]) {
      expect((await readImage(await stored(image))).rgb).toEqual(
        Uint8Array.of(0, 0, 0, 100, 100, 100, 255, 255, 255),
      );
    }
  });

  it("drops alpha and leaves the colours below it as they are", async () => {
    const clear = sharp(Uint8Array.of(10, 20, 30, 0, 40, 50, 60, 128), {
      raw: { width: 2, height: 1, channels: 4 },
    });
    expect((await readImage(await stored(clear.png()))).rgb).toEqual(
      Uint8Array.of(10, 20, 30, 40, 50, 60),
    );
  });

  it("keeps the upper 8 of 16 bits", async () => {
    const deep = Uint16Array.of(0x0000, 0x01ff, 0x7f80, 0x80ff, 0xfeff, 0xffff);
    const image = sharp(deep, { raw: { width: 2, height: 1, channels: 3 } }).toColourspace("rgb16");
    expect((await readImage(await stored(image.png()))).rgb).toEqual(
      Uint8Array.of(0, 1, 0x7f, 0x80, 0xfe, 255),
    );
  });

  it("keeps the upper 8 of 16 bits of grey", async () => {
    const deep = Uint16Array.of(0x01ff, 0x80ff);
    const image = sharp(deep, { raw: { width: 2, height: 1, channels: 1 } }).toColourspace(
      "grey16",
    );
    expect((await readImage(await stored(image.png()))).rgb).toEqual(
      Uint8Array.of(1, 1, 1, 0x80, 0x80, 0x80),
    );
  });

  it("converts CMYK without a profile", async () => {
    const ink = Uint8Array.from({ length: 4 * 64 }, (_, i) => [0, 128, 255, 51][i % 4]!);
    const image = () =>
      sharp(ink, { raw: { width: 8, height: 8, channels: 4 } }).pipelineColourspace("cmyk");
    const cmyk = await image().toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
    const { rgb } = await readImage(await stored(cmyk));
    const stored8 = await sharp(cmyk, { ignoreIcc: true })
      .pipelineColourspace("cmyk")
      .toColourspace("cmyk")
      .raw()
      .toBuffer();
    const expected = [0, 1, 2].map((c) => ((255 - stored8[3]!) * (255 - stored8[c]!)) / 255);
    expect(farthest(rgb.subarray(0, 3), Uint8Array.from(expected, Math.round))).toBeLessThanOrEqual(
      1,
    );
  });

  it("ignores colour profiles", async () => {
    const image = small().withIccProfile("p3").png();
    const stored3 = await sharp(await image.toBuffer(), { ignoreIcc: true })
      .raw()
      .toBuffer();
    expect(Buffer.from((await readImage(await stored(image))).rgb)).toEqual(stored3);
  });

  /**
   * For each EXIF orientation, where the upright picture has what is stored: 3 × 2 pixels, numbered
   * by rows.
   */
  const upright: readonly (readonly [number, number, readonly number[]])[] = [
    [1, 3, [0, 1, 2, 3, 4, 5]],
    [2, 3, [2, 1, 0, 5, 4, 3]],
    [3, 3, [5, 4, 3, 2, 1, 0]],
    [4, 3, [3, 4, 5, 0, 1, 2]],
    [5, 2, [0, 3, 1, 4, 2, 5]],
    [6, 2, [3, 0, 4, 1, 5, 2]],
    [7, 2, [5, 2, 4, 1, 3, 0]],
    [8, 2, [2, 5, 1, 4, 0, 3]],
  ];

  it.each(upright)("turns orientation %i upright", async (orientation, width, order) => {
    const side = 16;
    const { rgb, ...size } = await readImage(
      await stored(
        blocks(side)
          .withMetadata({ orientation })
          .jpeg({ quality: 98, chromaSubsampling: "4:4:4" }),
      ),
    );
    expect(size).toEqual({ width: width * side, height: (6 / width) * side, warnings: [] });
    order.forEach((block, i) => {
      const centre =
        (Math.floor(i / width) * side + side / 2) * size.width + (i % width) * side + side / 2;
      expect(
        farthest(
          rgb.subarray(3 * centre, 3 * centre + 3),
          colours.subarray(3 * block, 3 * block + 3),
        ),
      ).toBeLessThan(12);
    });
  });

  const formats = [
    ["PNG", () => blocks().png()],
    ["JPEG", () => blocks().jpeg()],
    ["progressive JPEG", () => blocks().jpeg({ progressive: true })],
    ["WebP", () => blocks().webp()],
    ["TIFF", () => blocks().tiff({ compression: "none" })],
    ["LZW TIFF", () => blocks().tiff({ compression: "lzw" })],
  ] as const;

  it.each(formats)("refuses truncated %s, wherever it ends", async (_, image) => {
    const whole = await image().toBuffer();
    const pixels = await readImage(await stored(whole));
    for (let part = 1; part < 20; part++) {
      const path = await stored(whole.subarray(0, Math.floor((whole.length * part) / 20)));
      // A TIFF keeps its directory at either end, so a cut may cost nothing but metadata; then
      // nothing may differ.
      const result = await readImage(path).catch((error: unknown) => error);
      if (!(result instanceof ImageReadError)) expect(result).toEqual(pixels);
      else expect(result.message.startsWith(`${path}: `)).toBe(true);
    }
    await expect(readImage(await stored(whole.subarray(0, whole.length / 2)))).rejects.toThrow(
      ImageReadError,
    );
  });

  const grain = () =>
    sharp(
      Uint8Array.from({ length: 3 * 96 * 64 }, (_, i) => (i * i * 31) % 251),
      { raw: { width: 96, height: 64, channels: 3 } },
    );

  it("tells of oddities that cost no pixels", async () => {
    const usual = await grain().jpeg().toBuffer();
    const odd = Buffer.from(usual);
    const scan = odd.indexOf(Buffer.of(0xff, 0xda));
    odd[scan + 2 + odd.readUInt16BE(scan + 2) - 2] = 0;
    const { warnings, ...image } = await readImage(await stored(odd));
    expect(warnings).toEqual([expect.stringContaining("Invalid SOS parameters")]);
    expect({ ...image, warnings: [] }).toEqual(await readImage(await stored(usual)));
  });

  it.each([
    ["baseline", false, /bad Huffman code/],
    ["progressive", true, /Corrupt JPEG data/],
  ] as const)(
    "refuses a %s JPEG that lost data in between, though the decoder would go on",
    async (_, progressive, reason) => {
      const whole = await grain().jpeg({ progressive }).toBuffer();
      const lost = Buffer.concat([
        whole.subarray(0, whole.length / 2),
        whole.subarray(whole.length / 2 + 100),
      ]);
      expect((await sharp(lost, { failOn: "error" }).raw().toBuffer()).length).toBe(3 * 96 * 64);
      await expect(readImage(await stored(lost))).rejects.toThrow(reason);
    },
  );

  it.each([
    ["text", Buffer.from("hello, this is no image at all")],
    [
      "SVG, which may name other files",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
  ])("refuses %s", async (_, bytes) => {
    const path = await stored(bytes);
    await expect(readImage(path)).rejects.toThrow(
      new ImageReadError(`${path}: not a PNG, JPEG, WebP, BMP or TIFF image`),
    );
  });

  it("says what a file is that is to be taken as a video", async () => {
    await expect(
      readImage(await stored(Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp41"))),
    ).rejects.toThrow(/ a video \(video\/mp4\)/);
    await expect(readImage(await stored(small().gif()))).rejects.toThrow(/ a video \(image\/gif\)/);
  });

  it("shows the first page or frame of several, and says so", async () => {
    const pages = sharp(Buffer.concat([colours, colours.map((value) => 255 - value)]), {
      raw: { width: 3, height: 4, channels: 3, pageHeight: 2 },
    });
    for (const image of [
      pages.clone().tiff({ compression: "lzw" }),
      pages.clone().webp({ lossless: true }),
    ]) {
      expect(await readImage(await stored(image))).toEqual({
        width: 3,
        height: 2,
        rgb: colours,
        warnings: ["the first of 2 pages or frames is shown"],
      });
    }
  });

  it("says once and in one line what decoders say several times", async () => {
    const wide = await blocks().jpeg().toBuffer();
    wide.writeUInt16BE(65_535, wide.indexOf(Buffer.of(0xff, 0xc0)) + 5);
    await expect(readImage(await stored(wide))).rejects.toThrow(
      /: has corrupt header: VipsJpeg: Maximum supported [^;:\n]*$/,
    );
  });

  it("says that a file is empty", async () => {
    await expect(readImage(await stored(Buffer.alloc(0)))).rejects.toThrow(/: is empty$/);
  });

  it("refuses more pixels than allowed before decoding them", async () => {
    const bomb = await small().png().toBuffer();
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(readImage(await stored(bomb))).rejects.toThrow(/pixel limit/);
    await expect(readImage(await stored(small().png()), { limitPixels: 5 })).rejects.toThrow(
      /pixel limit/,
    );
    expect((await readImage(await stored(small().png()), { limitPixels: 6 })).width).toBe(3);
  });

  it("refuses what is not there, folders, and pipes without waiting for a writer", async () => {
    await expect(readImage(join(folder, "none.png"))).rejects.toThrow(
      /none\.png: there is no such file$/,
    );
    await mkdir(join(folder, "directory"));
    await expect(readImage(join(folder, "directory"))).rejects.toThrow(/directory: is not a file/);
    execFileSync("sh", ["-c", 'mkfifo "$0"', join(folder, "pipe")]);
    await expect(readImage(join(folder, "pipe"))).rejects.toThrow(/pipe: is not a file/);
  });
});
