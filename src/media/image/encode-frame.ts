import sharp, { type Sharp } from "sharp";
import type { FrameEncoding } from "../../core/data/media.ts";
import { fittedSize } from "./fitted-size.ts";
import type { RgbImage } from "./rgb-image.ts";

/** A frame as it is sent. */
export interface EncodedFrame {
  readonly bytes: Uint8Array;
  /** Such as `image/jpeg`. */
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/** How pictures are scaled, for the record of a run. */
export const imageScaling = "libvips lanczos3";

/**
 * From this quality on, JPEG keeps colours at full resolution (4:4:4); below, at half of it in both
 * directions (4:2:0).
 */
const fullColourQuality = 90;

/**
 * Scales down by Lanczos with three lobes where the longer side exceeds the limit, never up, and
 * encodes without metadata. Equal input gives equal bytes with one version of libvips. WebP is
 * lossy at every quality; PNG is not, and ignores it.
 */
export async function encodeFrame(image: RgbImage, encoding: FrameEncoding): Promise<EncodedFrame> {
  const { width, height } = fittedSize(image, encoding.longestSide);
  const raw = sharp(image.rgb, {
    raw: { width: image.width, height: image.height, channels: 3 },
    limitInputPixels: false,
  });
  const isSmaller = width !== image.width || height !== image.height;
  const scaled = isSmaller ? raw.resize(width, height, { fit: "fill", kernel: "lanczos3" }) : raw;
  const data = await encoders[encoding.format](scaled, encoding.quality).toBuffer();
  return {
    bytes: new Uint8Array(data.buffer, data.byteOffset, data.length),
    mediaType: `image/${encoding.format}`,
    width,
    height,
  };
}

const encoders: Readonly<
  Record<FrameEncoding["format"], (image: Sharp, quality: number) => Sharp>
> = {
  jpeg: (image, quality) =>
    image.jpeg({ quality, chromaSubsampling: quality >= fullColourQuality ? "4:4:4" : "4:2:0" }),
  png: (image) => image.png({ compressionLevel: 6, palette: false }),
  webp: (image, quality) => image.webp({ quality, effort: 4 }),
};
