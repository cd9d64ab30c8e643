/** A resampling kernel: zero at and beyond `support` pixels from its centre, before it is widened for shrinking. */
interface Kernel {
  readonly support: number;
  readonly weight: (distance: number) => number;
}

/** Pillow's kernels of the same names: triangle; cubic convolution with a = −1/2; sinc windowed by its first three lobes. */
const kernels = {
  bilinear: { support: 1, weight: triangle },
  bicubic: { support: 2, weight: cubicConvolution },
  lanczos: { support: 3, weight: lanczos },
} as const satisfies Readonly<Record<string, Kernel>>;

export type ResamplingFilter = keyof typeof kernels;

/** Every name that `resamplingKernel` knows. */
export const resamplingFilters = Object.keys(kernels) as readonly ResamplingFilter[];

export function resamplingKernel(filter: ResamplingFilter): Kernel {
  return kernels[filter];
}

function triangle(distance: number): number {
  return Math.max(0, 1 - Math.abs(distance));
}

function cubicConvolution(distance: number): number {
  const a = -0.5;
  const x = Math.abs(distance);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

function lanczos(distance: number): number {
  return -3 <= distance && distance < 3 ? sinc(distance) * sinc(distance / 3) : 0;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(x * Math.PI) / (x * Math.PI);
}
