import { percentiles } from "../../../math/percentiles.ts";
import { powerSpectrum } from "../../../math/power-spectrum.ts";
import { audioRate, hann } from "./audio-frame.ts";
import { temporalStatistics } from "./temporal-statistics.ts";

export const logMelWidth = 588;

const size = 512;
const hop = 160;
const bands = 64;
const lowest = 40;
const floor = 1e-10;

/**
 * The sound of a window as 588 numbers, for the variant of the audio ablation: log energies of 64
 * mel bands (HTK's scale from 40 Hz up; Hann windows of 512 samples every 160) as nine statistics
 * each, the seven of other blocks, the median and the 90th percentile; then mean, deviation, least
 * and greatest of loudness, sign changes and spectral centre over the same steps.
 */
export function logMelFeatures(): (samples: Float32Array) => Float32Array {
  const filters = melFilters();
  const window = hann(size);
  const spectrum = powerSpectrum(size);
  return (samples) => {
    const steps = Math.max(1, 1 + Math.floor((samples.length - size) / hop));
    const mels = new Float64Array(steps * bands);
    const waves = new Float64Array(steps * 3);
    const part = new Float64Array(size);
    for (let step = 0; step < steps; step++) {
      let squares = 0;
      let crossings = 0;
      for (let i = 0; i < size; i++) {
        const sample = samples[step * hop + i] ?? 0;
        squares += sample * sample;
        if (i > 0 && sample < 0 !== (samples[step * hop + i - 1] ?? 0) < 0) crossings++;
        part[i] = sample * window[i]!;
      }
      const power = spectrum(part);
      for (const [band, filter] of filters.entries()) {
        let energy = 0;
        for (let i = 0; i < filter.weights.length; i++)
          energy += filter.weights[i]! * power[filter.from + i]!;
        mels[step * bands + band] = Math.log(Math.max(floor, energy));
      }
      waves.set([Math.sqrt(squares / size), crossings / (size - 1), centreOf(power)], step * 3);
    }
    const features = new Float32Array(logMelWidth);
    features.set(temporalStatistics(mels, { count: steps, width: bands }));
    for (let band = 0; band < bands; band++) {
      const column = Float64Array.from({ length: steps }, (_, step) => mels[step * bands + band]!);
      const [middle, high] = percentiles(column, [0.5, 0.9]);
      features[7 * bands + band] = middle!;
      features[8 * bands + band] = high!;
    }
    const statistics = temporalStatistics(waves, { count: steps, width: 3 });
    features.set(statistics.subarray(0, 12), 9 * bands);
    return features;
  };
}

function centreOf(power: Float64Array): number {
  let total = 0;
  let weighted = 0;
  for (let bin = 0; bin < power.length; bin++) {
    total += power[bin]!;
    weighted += bin * power[bin]!;
  }
  return total > 0 ? weighted / total / (power.length - 1) : 0;
}

interface MelFilter {
  readonly from: number;
  readonly weights: Float64Array;
}

/** Triangles of equal width on HTK's scale. */
function melFilters(): readonly MelFilter[] {
  const mel = (hertz: number) => 2595 * Math.log10(1 + hertz / 700);
  const hertz = (mels: number) => 700 * (10 ** (mels / 2595) - 1);
  const [low, high] = [mel(lowest), mel(audioRate / 2)];
  const point = (i: number) => hertz(low + ((high - low) * i) / (bands + 1));
  const step = audioRate / size;
  return Array.from({ length: bands }, (_, band) => {
    const [left, middle, right] = [point(band), point(band + 1), point(band + 2)];
    const from = Math.ceil(left / step);
    const to = Math.min(size / 2, Math.floor(right / step));
    const weights = Float64Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => {
      const at = (from + i) * step;
      return Math.max(
        0,
        at <= middle ? (at - left) / (middle - left) : (right - at) / (right - middle),
      );
    });
    return { from, weights };
  });
}
