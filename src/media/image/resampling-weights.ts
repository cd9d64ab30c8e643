import { type ResamplingFilter, resamplingKernel } from "./resampling-filter.ts";

/** Bits behind the point: with 8 bits of colour, one of sign and one to spare for kernels that overshoot, a sum fills 32 bits. */
export const weightBits = 22;

/** What every pixel along one axis is made of: for pixel i, `length[i]` pixels from `start[i]` on, weighted by those from `i * stride` on. */
export interface ResamplingWeights {
  readonly start: Int32Array;
  readonly length: Int32Array;
  /** Fixed point with `weightBits` bits behind the point; the weights of one pixel sum to about one. */
  readonly weight: Int32Array;
  readonly stride: number;
}

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly filter: ResamplingFilter;
}

/**
 * Weights for scaling `from` pixels to `to`: the kernel is widened by the factor of shrinking, cut off at the borders and made to sum to one.
 * Doubles are rounded half away from zero to fixed point, as Pillow does; the order of the operations is that of the formulas there, for
 * another one moves a weight by its last bit and with it, rarely, a pixel.
 */
export function resamplingWeights({ from, to, filter }: Axis): ResamplingWeights {
  const kernel = resamplingKernel(filter);
  const scale = from / to;
  const widening = Math.max(scale, 1);
  const support = kernel.support * widening;
  const stride = Math.ceil(support) * 2 + 1;
  const start = new Int32Array(to);
  const length = new Int32Array(to);
  const weight = new Int32Array(to * stride);
  const exact = new Float64Array(stride);
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * scale;
    const first = Math.max(0, Math.trunc(centre - support + 0.5));
    const count = Math.min(from, Math.trunc(centre + support + 0.5)) - first;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      exact[k] = kernel.weight((k + first - centre + 0.5) * (1 / widening));
      sum += exact[k]!;
    }
    for (let k = 0; k < count; k++) weight[i * stride + k] = fixedPoint(sum === 0 ? exact[k]! : exact[k]! / sum);
    start[i] = first;
    length[i] = count;
  }
  return { start, length, weight, stride };
}

function fixedPoint(value: number): number {
  return Math.trunc(value * (1 << weightBits) + (value < 0 ? -0.5 : 0.5));
}
