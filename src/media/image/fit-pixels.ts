import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { reserve } from "../../math/wasm/assemble.ts";
import { type ResamplingKernel, resamplingKernel } from "./resampling-kernel.ts";
import { type ResamplingWeights, resamplingWeights, weightBits } from "./resampling-weights.ts";

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
  if (isWhole(down, height)) return rows === rgb ? Uint8Array.from(rgb) : rows;
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

/** What both passes compute in; of its own in every process that decodes. */
let kernel: ResamplingKernel | undefined;

interface Pass {
  readonly rgb: Uint8Array;
  readonly weights: ResamplingWeights;
  /** Bytes from one of the pixels that weights are for to the next. */
  readonly stepBytes: number;
  readonly outBytes: number;
}

/** Vectors are read and written whole, also at the end. */
const spareBytes = 16;

/** Runs one pass in the kernel's memory: the table, the picture, the result. */
function inKernel(pass: Pass, run: (kernel: ResamplingKernel, at: Places) => void): Uint8Array {
  kernel ??= resamplingKernel();
  const { rgb, weights, outBytes } = pass;
  const entryBytes = 8 + 4 * weights.stride;
  const tableEnd = entryBytes * weights.start.length;
  const picture = Math.ceil(tableEnd / 16) * 16;
  const out = picture + rgb.length + spareBytes;
  reserve(kernel, out + outBytes + spareBytes);
  const bytes = new Uint8Array(kernel.memory.buffer);
  writeTable(new Int32Array(kernel.memory.buffer, 0, tableEnd / 4), pass);
  bytes.set(rgb, picture);
  run(kernel, { picture, tableEnd, entryBytes, out });
  return bytes.slice(out, out + outBytes);
}

interface Places {
  readonly picture: number;
  readonly tableEnd: number;
  readonly entryBytes: number;
  readonly out: number;
}

function writeTable(
  table: Int32Array,
  { weights: { start, length, weight, stride }, stepBytes }: Pass,
): void {
  for (let i = 0; i < start.length; i++) {
    const at = i * (2 + stride);
    table[at] = start[i]! * stepBytes;
    table[at + 1] = length[i]! * 4;
    table.set(weight.subarray(i * stride, (i + 1) * stride), at + 2);
  }
}

function alongRows(rgb: Uint8Array, width: number, weights: ResamplingWeights): Uint8Array {
  const rowBytes = 3 * width;
  const outBytes = (rgb.length / width) * weights.start.length;
  return inKernel({ rgb, weights, stepBytes: 3, outBytes }, (own, at) =>
    own.rows(at.picture, at.picture + rgb.length, rowBytes, 0, at.tableEnd, at.entryBytes, at.out),
  );
}

function alongColumns(rgb: Uint8Array, width: number, weights: ResamplingWeights): Uint8Array {
  const rowBytes = 3 * width;
  const outBytes = rowBytes * weights.start.length;
  return inKernel({ rgb, weights, stepBytes: rowBytes, outBytes }, (own, at) =>
    own.columns(at.picture, rowBytes, 0, at.tableEnd, at.entryBytes, at.out),
  );
}
