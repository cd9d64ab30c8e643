import { areaResizer } from "../../../math/area-resize.ts";

/** Frames are looked at in this size, whatever the size of the video. */
export const videoFrameSize = { width: 32, height: 32 } as const;
export const videoWidth = 98;
/** Where the grey picture stands among them. */
export const videoGrid = [30, 94] as const;

const side = videoFrameSize.width;
const pixels = side * side;
const bins = 8;
const grid = { width: 8, height: 8 } as const;
const toGrid = areaResizer({ width: side, height: side, channels: 1 }, grid);

/**
 * 98 numbers of a frame of 32 × 32 pixels (packed RGB, 8 bits, read as 0 to 1): means and standard
 * deviations of the channels, a histogram of each in eight equal bins (shares of the pixels), the
 * grey picture in 8 × 8 areas, and the mean and standard deviation of the magnitudes of its slopes
 * across and down (central differences, one-sided at the edges).
 */
export function videoFeatures(rgb: Uint8Array): Float64Array {
  const features = new Float64Array(videoWidth);
  const grey = new Float64Array(pixels);
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0;
    let squares = 0;
    for (let at = channel; at < 3 * pixels; at += 3) {
      const level = rgb[at]!;
      sum += level;
      squares += level * level;
      features[6 + channel * bins + Math.min(bins - 1, Math.floor((level * bins) / 255))]!++;
    }
    const mean = sum / pixels;
    features[channel] = mean / 255;
    features[3 + channel] = Math.sqrt(Math.max(0, squares / pixels - mean * mean)) / 255;
  }
  for (let i = 6; i < 6 + 3 * bins; i++) features[i]! /= pixels;
  for (let i = 0; i < pixels; i++)
    grey[i] = (0.299 * rgb[3 * i]! + 0.587 * rgb[3 * i + 1]! + 0.114 * rgb[3 * i + 2]!) / 255;
  features.set(toGrid(grey), 6 + 3 * bins);
  const across = spread(grey, 1, (i) => i % side);
  const down = spread(grey, side, (i) => Math.floor(i / side));
  features.set([across.mean, down.mean, across.deviation, down.deviation], 30 + 64);
  return features;
}

function spread(
  grey: Float64Array,
  step: number,
  placeOf: (index: number) => number,
): { readonly mean: number; readonly deviation: number } {
  const slopes = new Float64Array(pixels);
  let sum = 0;
  for (let i = 0; i < pixels; i++) {
    const place = placeOf(i);
    const before = place === 0 ? i : i - step;
    const behind = place === side - 1 ? i : i + step;
    const distance = (behind - before) / step;
    slopes[i] = Math.abs(grey[behind]! - grey[before]!) / distance;
    sum += slopes[i]!;
  }
  const mean = sum / pixels;
  let squares = 0;
  for (const slope of slopes) squares += (slope - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / pixels) };
}
