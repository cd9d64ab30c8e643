import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { type ResamplingWeights, resamplingWeights, weightBits } from "./resampling-weights.ts";

const half = 1 << (weightBits - 1);

/**
 * Scales 8-bit RGB to exactly the wanted shape, byte for byte as Pillow 10 to 12 (`Image.resize`)
 * and torchvision's `Resize` and `CenterCrop` do: rows, then columns, each in fixed point and
 * rounded to 8 bits. Always returns memory of its own. `test/reference/fit-pixels.json` has what
 * Pillow answers; Pillow 13 scales columns first where many more rows than columns are removed,
 * which changes single pixels by one.
 */
export function fitPixels(
  rgb: Uint8Array,
  width: number,
  height: number,
  shape: PixelShape,
): Uint8Array {
  refuseWrongSize(rgb, width, height, shape);
  const [across, down] = windowsOf(width, height, shape);
  const rows = isWhole(across, width)
    ? rgb
    : alongRows(rgb, width, weightsOf(across, width, shape));
  if (isWhole(down, height)) return rows === rgb ? rgb.slice() : rows;
  return alongColumns(rows, across.count, weightsOf(down, height, shape));
}

/** An axis is scaled to `to` pixels, of which `count` are kept from `first` on. */
interface AxisWindow {
  readonly to: number;
  readonly first: number;
  readonly count: number;
}

function windowsOf(
  width: number,
  height: number,
  shape: PixelShape,
): readonly [AxisWindow, AxisWindow] {
  const whole = (count: number) => ({ to: count, first: 0, count });
  if (shape.resize === "stretch") return [whole(shape.width), whole(shape.height)];
  const side = shape.width;
  const longer = Math.trunc((side * Math.max(width, height)) / Math.min(width, height));
  const cut = { to: longer, first: roundHalfToEven((longer - side) / 2), count: side };
  return width < height ? [whole(side), cut] : [cut, whole(side)];
}

function isWhole({ to, count }: AxisWindow, from: number): boolean {
  return to === from && count === from;
}

function weightsOf(window: AxisWindow, from: number, { filter }: PixelShape): ResamplingWeights {
  // An axis that keeps its length is only cut: Pillow leaves it as it is.
  return window.to === from ? cutOnly(window) : resamplingWeights({ from, filter, ...window });
}

function cutOnly({ first, count }: AxisWindow): ResamplingWeights {
  return {
    start: Int32Array.from({ length: count }, (_, i) => first + i),
    length: new Int32Array(count).fill(1),
    weight: new Int32Array(count).fill(1 << weightBits),
    stride: 1,
  };
}

/** As Python's `round`, which torchvision places its crop by. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function refuseWrongSize(rgb: Uint8Array, width: number, height: number, shape: PixelShape): void {
  for (const side of [width, height, shape.width, shape.height])
    if (!Number.isInteger(side) || side < 1)
      throw new RangeError(`Sides of a picture must be whole numbers from 1 on, not ${side}`);
  if (rgb.length !== 3 * width * height)
    throw new RangeError(
      `An RGB picture of ${width}x${height} has ${3 * width * height} bytes, not ${rgb.length}`,
    );
  if (shape.resize === "crop" && shape.width !== shape.height)
    throw new RangeError(`A crop must be square, not ${shape.width}x${shape.height}`);
}

/** Three sums at once in integer registers: a hot loop of preparing frames (`bench encoder`). */
function alongRows(
  rgb: Uint8Array,
  width: number,
  { start, length, weight, stride }: ResamplingWeights,
): Uint8Array {
  const outWidth = start.length;
  const height = rgb.length / (3 * width);
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
  return out;
}

/** Row by row into one row of sums, because memory is read in order this way. */
function alongColumns(
  rgb: Uint8Array,
  width: number,
  { start, length, weight, stride }: ResamplingWeights,
): Uint8Array {
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
  return out;
}

function clip8(sum: number): number {
  return Math.max(0, Math.min(sum >> weightBits, 255));
}
