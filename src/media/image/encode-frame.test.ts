import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { FrameEncoding } from "../../core/data/media.ts";
import { decodeImage } from "./decode-image.ts";
import { encodeFrame } from "./encode-frame.ts";
import { imageDecoderVersion } from "./image-decoder-version.ts";
import type { RgbImage } from "./rgb-image.ts";

function gradient(width: number, height: number): RgbImage {
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    rgb[3 * i] = Math.floor((255 * (i % width)) / width);
    rgb[3 * i + 1] = Math.floor((255 * Math.floor(i / width)) / height);
    rgb[3 * i + 2] = 128;
  }
  return { width, height, rgb };
}

const formats = ["jpeg", "png", "webp"] as const;
const as = (format: FrameEncoding["format"], rest: Partial<FrameEncoding> = {}): FrameEncoding => ({
  format,
  quality: 85,
  longestSide: null,
  ...rest,
});

describe("encodeFrame", () => {
  it.each(formats)("encodes %s, without metadata, always to the same bytes", async (format) => {
    const first = await encodeFrame(gradient(64, 40), as(format, { longestSide: 50 }));
    const again = await encodeFrame(gradient(64, 40), as(format, { longestSide: 50 }));
    expect(again).toEqual(first);
    const { exif, icc, xmp, iptc, ...metadata } = await sharp(first.bytes).metadata();
    expect({ exif, icc, xmp, iptc }).toEqual({});
    expect(metadata).toMatchObject({
      format,
      width: first.width,
      height: first.height,
      channels: 3,
    });
    expect(first.mediaType).toBe(`image/${format}`);
  });

  it("keeps every pixel in PNG, whatever the quality", async () => {
    const image = gradient(33, 17);
    for (const quality of [1, 100]) {
      expect(await decodeImage((await encodeFrame(image, as("png", { quality }))).bytes)).toEqual({
        ...image,
        warnings: [],
      });
    }
  });

  it.each([
    [1920, 1080, 768, 768, 432],
    [1080, 1920, 768, 432, 768],
    [100, 75, 30, 30, 23],
    [1000, 1, 10, 10, 1],
    [640, 480, 640, 640, 480],
    [640, 480, 1000, 640, 480],
    [640, 480, null, 640, 480],
  ] as const)(
    "scales %i x %i for %s to %i x %i",
    async (width, height, longestSide, toWidth, toHeight) => {
      const frame = await encodeFrame(gradient(width, height), as("png", { longestSide }));
      expect([frame.width, frame.height]).toEqual([toWidth, toHeight]);
      const metadata = await sharp(frame.bytes).metadata();
      expect([metadata.width, metadata.height]).toEqual([toWidth, toHeight]);
    },
  );

  it("spends more bytes on more quality, and colours in full from 90 on", async () => {
    for (const format of ["jpeg", "webp"] as const) {
      const sizes = await Promise.all(
        [20, 60, 95].map(
          async (quality) =>
            (await encodeFrame(gradient(200, 120), as(format, { quality }))).bytes.length,
        ),
      );
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
      expect(new Set(sizes).size).toBe(3);
    }
    const subsampling = async (quality: number) =>
      (await sharp((await encodeFrame(gradient(8, 8), as("jpeg", { quality }))).bytes).metadata())
        .chromaSubsampling;
    expect([await subsampling(89), await subsampling(90)]).toEqual(["4:2:0", "4:4:4"]);
  });

  it("refuses a quality that is none, and pixels that do not fill the image", async () => {
    await expect(encodeFrame(gradient(8, 8), as("jpeg", { quality: 0 }))).rejects.toThrow(
      /quality/,
    );
    await expect(encodeFrame({ ...gradient(8, 8), width: 9 }, as("png"))).rejects.toThrow();
  });
});

describe("imageDecoderVersion", () => {
  it("names both libraries", () => {
    expect(imageDecoderVersion()).toMatch(/^sharp \d+\.\d+\.\d+, libvips \d+\.\d+\.\d+$/);
  });
});
