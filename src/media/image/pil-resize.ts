import type { ResamplingFilter } from "./resampling-filter.ts";
import { type ResamplingWeights, resamplingWeights, weightBits } from "./resampling-weights.ts";
import type { RgbImage } from "./rgb-image.ts";

interface PilResizeOptions {
  readonly width: number;
  readonly height: number;
  /** Pillow's `BICUBIC` unless told otherwise. */
  readonly filter?: ResamplingFilter;
  /** The version to agree with: 12 stands for 10 to 12, with which published numbers were made, and is the default. See `columnsFirst`. */
  readonly pillow?: 12 | 13;
}

const half = 1 << (weightBits - 1);

/**
 * Scales to exactly this size, bit for bit as Pillow's `Image.resize` does on RGB images (without `box` and `reducing_gap`), for encoders
 * whose numbers depend on it: one axis after the other, each in fixed point and rounded to 8 bits. An axis that keeps its length is left as
 * it is. Proved by `test/reference/pil-resize.json`.
 */
export function pilResize(image: RgbImage, options: PilResizeOptions): RgbImage {
  refuseWrongSize(image, options);
  const { width, height, filter = "bicubic", pillow = 12 } = options;
  const rows = (from: RgbImage) =>
    width === from.width ? from : alongRows(from, resamplingWeights({ from: from.width, to: width, filter }));
  const columns = (from: RgbImage) =>
    height === from.height ? from : alongColumns(from, resamplingWeights({ from: from.height, to: height, filter }));
  const result = pillow === 13 && columnsFirst(image, options) ? rows(columns(image)) : columns(rows(image));
  return result === image ? { ...image, rgb: image.rgb.slice() } : result;
}

/**
 * Up to version 12 rows are scaled before columns. Version 13 scales columns first where more than twice as many rows as columns go, and the
 * rounding in between then changes some pixels by one: 720 × 1280 to 224 × 224 is such a case, 1920 × 1080 is not. (12.2 and 12.3
 * already do so for images more than 100 times as tall as wide; that is not reproduced.)
 */
function columnsFirst(from: RgbImage, to: PilResizeOptions): boolean {
  return to.height < from.height && from.height - to.height > 2 * (from.width - to.width);
}

function refuseWrongSize({ rgb, ...from }: RgbImage, to: PilResizeOptions): void {
  for (const side of [from.width, from.height, to.width, to.height]) {
    if (!Number.isInteger(side) || side < 1) throw new RangeError(`Sides of an image must be whole numbers from 1 on, not ${side}`);
  }
  if (rgb.length !== 3 * from.width * from.height) {
    throw new RangeError(`An RGB image of ${from.width}x${from.height} has ${3 * from.width * from.height} bytes, not ${rgb.length}`);
  }
}

/** Three sums at once in integer registers: the hot loop of preparing frames for encoders (`bench media`, resize). */
function alongRows({ width, height, rgb }: RgbImage, { start, length, weight, stride }: ResamplingWeights): RgbImage {
  const outWidth = start.length;
  const out = new Uint8Array(3 * outWidth * height);
  let at = 0;
  for (let y = 0; y < height; y++) {
    const row = 3 * width * y;
    for (let x = 0; x < outWidth; x++) {
      let red = half;
      let green = half;
      let blue = half;
      let from = row + 3 * start[x]!;
      const end = x * stride + length[x]!;
      for (let k = x * stride; k < end; k++) {
        const w = weight[k]!;
        red = (red + Math.imul(rgb[from]!, w)) | 0;
        green = (green + Math.imul(rgb[from + 1]!, w)) | 0;
        blue = (blue + Math.imul(rgb[from + 2]!, w)) | 0;
        from += 3;
      }
      out[at] = clip8(red);
      out[at + 1] = clip8(green);
      out[at + 2] = clip8(blue);
      at += 3;
    }
  }
  return { width: outWidth, height, rgb: out };
}

/** Row by row into one row of sums, because memory is read in order this way and columns are not. */
function alongColumns({ width, rgb }: RgbImage, { start, length, weight, stride }: ResamplingWeights): RgbImage {
  const height = start.length;
  const rowBytes = 3 * width;
  const out = new Uint8Array(rowBytes * height);
  const sums = new Int32Array(rowBytes);
  for (let y = 0; y < height; y++) {
    sums.fill(half);
    for (let k = 0; k < length[y]!; k++) {
      const w = weight[y * stride + k]!;
      const row = rowBytes * (start[y]! + k);
      for (let i = 0; i < rowBytes; i++) sums[i] = (sums[i]! + Math.imul(rgb[row + i]!, w)) | 0;
    }
    for (let i = 0; i < rowBytes; i++) out[rowBytes * y + i] = clip8(sums[i]!);
  }
  return { width, height, rgb: out };
}

function clip8(sum: number): number {
  const value = sum >> weightBits;
  return Math.max(0, Math.min(value, 255));
}
