/** Squared magnitudes of the Fourier transform of real numbers, from frequency 0 to half the rate. */
export type PowerSpectrum = (values: ArrayLike<number>) => Float64Array;

/** For inputs of one length, which may be any (Bluestein's algorithm where it is no power of two). */
export function powerSpectrum(length: number): PowerSpectrum {
  const bins = Math.floor(length / 2) + 1;
  if (length === 0) return () => new Float64Array(0);
  return isPowerOfTwo(length) ? direct(length, bins) : bluestein(length, bins);
}

function isPowerOfTwo(length: number): boolean {
  return (length & (length - 1)) === 0;
}

function direct(length: number, bins: number): PowerSpectrum {
  const transform = fourier(length);
  const real = new Float64Array(length);
  const imaginary = new Float64Array(length);
  return (values) => {
    for (let i = 0; i < length; i++) real[i] = values[i]!;
    imaginary.fill(0);
    transform(real, imaginary);
    return Float64Array.from({ length: bins }, (_, i) => real[i]! ** 2 + imaginary[i]! ** 2);
  };
}

/** A transform of any length as a convolution, which transforms of a power of two compute. */
function bluestein(length: number, bins: number): PowerSpectrum {
  const size = 2 ** Math.ceil(Math.log2(2 * length - 1));
  const transform = fourier(size);
  const cosines = new Float64Array(length);
  const sines = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    // The square is taken modulo the period, where it stays exact.
    const angle = (Math.PI * ((i * i) % (2 * length))) / length;
    cosines[i] = Math.cos(angle);
    sines[i] = Math.sin(angle);
  }
  const kernelReal = new Float64Array(size);
  const kernelImaginary = new Float64Array(size);
  for (let i = 0; i < length; i++) {
    kernelReal[i] = cosines[i]!;
    kernelImaginary[i] = sines[i]!;
    if (i === 0) continue;
    kernelReal[size - i] = cosines[i]!;
    kernelImaginary[size - i] = sines[i]!;
  }
  transform(kernelReal, kernelImaginary);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  return (values) => {
    real.fill(0);
    imaginary.fill(0);
    for (let i = 0; i < length; i++) {
      real[i] = values[i]! * cosines[i]!;
      imaginary[i] = -values[i]! * sines[i]!;
    }
    transform(real, imaginary);
    for (let i = 0; i < size; i++) {
      const product = real[i]! * kernelReal[i]! - imaginary[i]! * kernelImaginary[i]!;
      imaginary[i] = -(real[i]! * kernelImaginary[i]! + imaginary[i]! * kernelReal[i]!);
      real[i] = product;
    }
    // The inverse, by the conjugate; the last factor has magnitude 1 and drops out of the power.
    transform(real, imaginary);
    return Float64Array.from(
      { length: bins },
      (_, i) => (real[i]! ** 2 + imaginary[i]! ** 2) / size ** 2,
    );
  };
}

type Transform = (real: Float64Array, imaginary: Float64Array) => void;

/** Cooley and Tukey's transform in place, of a power of two. */
function fourier(size: number): Transform {
  const cosines = Float64Array.from({ length: size / 2 }, (_, i) =>
    Math.cos((2 * Math.PI * i) / size),
  );
  const sines = Float64Array.from(
    { length: size / 2 },
    (_, i) => -Math.sin((2 * Math.PI * i) / size),
  );
  return (real, imaginary) => {
    for (let i = 1, j = 0; i < size; i++) {
      let bit = size >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i >= j) continue;
      [real[i], real[j]] = [real[j]!, real[i]!];
      [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
    }
    for (let span = 2; span <= size; span *= 2) {
      const step = size / span;
      const half = span / 2;
      for (let start = 0; start < size; start += span)
        for (let k = 0; k < half; k++) {
          const a = start + k;
          const b = a + half;
          const cosine = cosines[k * step]!;
          const sine = sines[k * step]!;
          const x = real[b]! * cosine - imaginary[b]! * sine;
          const y = real[b]! * sine + imaginary[b]! * cosine;
          real[b] = real[a]! - x;
          imaginary[b] = imaginary[a]! - y;
          real[a] = real[a]! + x;
          imaginary[a] = imaginary[a]! + y;
        }
    }
  };
}
