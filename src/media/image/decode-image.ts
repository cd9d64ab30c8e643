import sharp from "sharp";
import { mediaTypeOf } from "../media-type.ts";
import { cmykToRgb } from "./cmyk-to-rgb.ts";
import { decodeBmp } from "./decode-bmp.ts";
import { imageFormat } from "./image-format.ts";
import type { RgbImage } from "./rgb-image.ts";

export interface DecodeImageOptions {
  /**
   * Pictures with more pixels are refused before they are decoded; 100 million, which are 300 MB,
   * unless told otherwise.
   */
  readonly limitPixels?: number;
}

export interface DecodedImage extends RgbImage {
  /** What the decoder complained about in a file whose pixels are all there. */
  readonly warnings: readonly string[];
}

const defaultLimitPixels = 100_000_000;
const timeLimitSeconds = 60;

/**
 * PNG, JPEG, WebP, BMP or TIFF as RGB, turned upright by its EXIF orientation. Otherwise as
 * Pillow's `convert("RGB")`: alpha is dropped rather than laid on a background, colour profiles are
 * ignored, CMYK is converted without one. Of 16 bits the upper 8 are kept (Pillow clips grey ones
 * instead). Of several pages or frames it is the first. Throws an `Error` with the reason for
 * damaged or truncated data.
 */
export async function decodeImage(
  bytes: Uint8Array,
  { limitPixels = defaultLimitPixels }: DecodeImageOptions = {},
): Promise<DecodedImage> {
  const format = imageFormat(bytes);
  if (format === null) throw new Error(notAPicture(mediaTypeOf(bytes)));
  if (format === "bmp") return { ...decodeBmp(bytes, limitPixels), warnings: [] };
  try {
    return withWarnings(await decode(bytes, limitPixels, "warning"), []);
  } catch (error) {
    if (!isHarmless(error)) throw error;
    return withWarnings(await decode(bytes, limitPixels, "error"), [
      error.message.replace(/\s*\n\s*/g, "; "),
    ]);
  }
}

function notAPicture(mediaType: string): string {
  const isShownAsVideo = mediaType.startsWith("video/") || mediaType === "image/gif";
  return isShownAsVideo
    ? `is to be taken as a video (${mediaType}), not as a picture`
    : "not a PNG, JPEG, WebP, BMP or TIFF image";
}

function withWarnings({ pages, ...image }: DecodedPage, warnings: readonly string[]): DecodedImage {
  return {
    ...image,
    warnings:
      pages > 1 ? [...warnings, `the first of ${pages} pages or frames is shown`] : warnings,
  };
}

interface DecodedPage extends RgbImage {
  /** How many the file has. */
  readonly pages: number;
}

/**
 * Tags that make no sense, by sharp's word for it, and what JPEG decoders say of files that some
 * cameras write; the pixels are whole.
 */
const harmlessLines = [
  /^VipsJpeg: Corrupt JPEG data: \d+ extraneous bytes before marker 0xd9$/,
  /^VipsJpeg: Invalid SOS parameters for sequential JPEG$/,
];

/**
 * Decoders complain about oddities and about lost pixels in one tone, so whatever is not known to
 * be harmless counts as damage.
 */
function isHarmless(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith("Warning treated as error")) return true;
  return error.message
    .split("\n")
    .every((line) => line === "" || harmlessLines.some((harmless) => harmless.test(line)));
}

async function decode(
  bytes: Uint8Array,
  limitInputPixels: number,
  failOn: "error" | "warning",
): Promise<DecodedPage> {
  const input = sharp(bytes, { failOn, limitInputPixels, ignoreIcc: true, autoOrient: true });
  const { space, pages = 1 } = await input.metadata();
  const isCmyk = space === "cmyk";
  const output = isCmyk
    ? input.pipelineColourspace("cmyk").toColourspace("cmyk")
    : input.toColourspace("srgb").removeAlpha();
  const { data, info } = await output
    .timeout({ seconds: timeLimitSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== (isCmyk ? 4 : 3))
    throw new Error(`${channels} channels of ${space} are not read`);
  return {
    pages,
    width,
    height,
    rgb: isCmyk ? cmykToRgb(data) : new Uint8Array(data.buffer, data.byteOffset, data.length),
  };
}
