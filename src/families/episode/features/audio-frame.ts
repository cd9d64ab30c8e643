import { type PowerSpectrum, powerSpectrum } from "../../../math/power-spectrum.ts";

export const audioRate = 16_000;
export const audioWidth = 24;

const bands = 16;
const lowest = 50;
const nyquist = audioRate / 2;
const rolloff = 0.85;

/** Frequencies between the bands, in equal ratios up to half the rate. */
const edges = Array.from(
  { length: bands + 1 },
  (_, i) => lowest * (nyquist / lowest) ** (i / bands),
);

interface Analysis {
  readonly window: Float64Array;
  readonly spectrum: PowerSpectrum;
}

/**
 * 24 numbers of the sound of one frame (16 kHz, one channel): root mean square, mean magnitude,
 * peak, share of sign changes; of the spectrum under a Hann window log(1 + power / samples), centre,
 * width and the frequency that 85 % of the power lie below, all as shares of 8 kHz; and log(1 +
 * energy) of 16 bands, scaled to a length of 1. Silence, and no sound at all, is 0 throughout.
 */
export function audioFeatures(): (samples: ArrayLike<number>) => Float64Array {
  const analyses = new Map<number, Analysis>();
  return (samples) => {
    const features = new Float64Array(audioWidth);
    const { length } = samples;
    if (length === 0) return features;
    const analysis = analyses.get(length) ?? {
      window: hann(length),
      spectrum: powerSpectrum(length),
    };
    analyses.set(length, analysis);
    let squares = 0;
    let magnitudes = 0;
    let peak = 0;
    let crossings = 0;
    const windowed = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      const sample = samples[i]!;
      squares += sample * sample;
      magnitudes += Math.abs(sample);
      peak = Math.max(peak, Math.abs(sample));
      if (i > 0 && sample < 0 !== samples[i - 1]! < 0) crossings++;
      windowed[i] = sample * analysis.window[i]!;
    }
    features.set([
      Math.sqrt(squares / length),
      magnitudes / length,
      peak,
      length > 1 ? crossings / (length - 1) : 0,
    ]);
    features.set(spectral(analysis.spectrum(windowed), length), 4);
    return features;
  };
}

/** As NumPy's `hanning`: 0 at both ends. */
export function hann(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) =>
    length === 1 ? 1 : 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (length - 1)),
  );
}

function spectral(power: Float64Array, length: number): Float64Array {
  const features = new Float64Array(4 + bands);
  const frequency = (bin: number) => (bin * audioRate) / length;
  let total = 0;
  let weighted = 0;
  for (let bin = 0; bin < power.length; bin++) {
    total += power[bin]!;
    weighted += frequency(bin) * power[bin]!;
  }
  features[0] = Math.log1p(total / length);
  if (total <= 0) return features;
  const centre = weighted / total;
  let squares = 0;
  let below = 0;
  let roll = -1;
  for (let bin = 0; bin < power.length; bin++) {
    squares += (frequency(bin) - centre) ** 2 * power[bin]!;
    below += power[bin]!;
    if (roll < 0 && below >= rolloff * total) roll = frequency(bin);
  }
  features.set([centre / nyquist, Math.sqrt(squares / total) / nyquist, roll / nyquist], 1);
  for (let bin = 0, band = 0; bin < power.length && band < bands; ) {
    const at = frequency(bin);
    const isLast = band === bands - 1;
    if (at < edges[0]!) bin++;
    else if (at < edges[band + 1]! || isLast) features[4 + band]! += power[bin++]!;
    else band++;
  }
  let norm = 0;
  for (let band = 4; band < 4 + bands; band++) {
    features[band] = Math.log1p(features[band]!);
    norm += features[band]! ** 2;
  }
  if (norm > 0) for (let band = 4; band < 4 + bands; band++) features[band]! /= Math.sqrt(norm);
  return features;
}

/** Where the sound of a frame begins: times the rate over the frames in a second, to even halves. */
export function audioStart(frame: number, framesPerSecond: number): number {
  const exact = (frame * audioRate) / framesPerSecond;
  const low = Math.floor(exact);
  const share = exact - low;
  if (share !== 0.5) return Math.round(exact);
  return low % 2 === 0 ? low : low + 1;
}
