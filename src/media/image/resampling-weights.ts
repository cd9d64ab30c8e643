import type { PixelShape } from "../../core/data/pixel-shape.ts";

/**
 * Bits behind the point: with 8 bits of colour, one of sign and one to spare for kernels that
 * overshoot, a sum fills 32 bits.
 */
export const weightBits = 22;

/**
 * The source pixels that each pixel along one axis is made of: for pixel i, `length[i]` pixels from
 * `start[i]` on, weighted by the numbers from `i * stride` on.
 */
export interface ResamplingWeights {
  readonly start: Int32Array;
  readonly length: Int32Array;
  /** Fixed point with `weightBits` bits behind the point; those of one pixel add up to about one. */
  readonly weight: Int32Array;
  readonly stride: number;
}

export interface ResampledAxis {
  readonly from: number;
  readonly to: number;
  readonly filter: PixelShape["filter"];
  /** Only `count` of the `to` pixels are wanted, from this one on. */
  readonly first: number;
  readonly count: number;
}

/**
 * Weights for scaling `from` pixels to `to`: the kernel is widened by the factor of shrinking, cut
 * off at the borders and made to add up to one. Doubles are rounded half away from zero to fixed
 * point, as Pillow does; the order of the operations is Pillow's too, for another one changes a
 * weight by its last bit and with it, rarely, a pixel.
 */
export function resamplingWeights({
  from,
  to,
  filter,
  first,
  count,
}: ResampledAxis): ResamplingWeights {
  const { support: radius, weight: kernel } = kernels[filter];
  const scale = from / to;
  const widening = Math.max(scale, 1);
  const support = radius * widening;
  const stride = Math.ceil(support) * 2 + 1;
  const start = new Int32Array(count);
  const length = new Int32Array(count);
  const weight = new Int32Array(count * stride);
  const exact = new Float64Array(stride);
  for (let i = 0; i < count; i++) {
    const centre = (first + i + 0.5) * scale;
    const leftmost = Math.max(0, Math.trunc(centre - support + 0.5));
    const taken = Math.min(from, Math.trunc(centre + support + 0.5)) - leftmost;
    let sum = 0;
    for (let k = 0; k < taken; k++) {
      exact[k] = kernel((k + leftmost - centre + 0.5) * (1 / widening));
      sum += exact[k]!;
    }
    for (let k = 0; k < taken; k++)
      weight[i * stride + k] = fixedPoint(sum === 0 ? exact[k]! : exact[k]! / sum);
    start[i] = leftmost;
    length[i] = taken;
  }
  return { start, length, weight, stride };
}

/** Zero at and beyond `support` pixels from the centre, before widening for shrinking. */
interface Kernel {
  readonly support: number;
  readonly weight: (distance: number) => number;
}

/** Pillow's kernels of the same names: triangle, and cubic convolution with a = −1/2. */
const kernels: Readonly<Record<PixelShape["filter"], Kernel>> = {
  bilinear: { support: 1, weight: (distance) => Math.max(0, 1 - Math.abs(distance)) },
  bicubic: { support: 2, weight: cubicConvolution },
};

function cubicConvolution(distance: number): number {
  const a = -0.5;
  const x = Math.abs(distance);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

function fixedPoint(value: number): number {
  return Math.trunc(value * (1 << weightBits) + (value < 0 ? -0.5 : 0.5));
}
