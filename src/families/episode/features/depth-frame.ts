import { areaResizer } from "../../../math/area-resize.ts";
import { percentiles } from "../../../math/percentiles.ts";

export const depthWidth = 140;

const grid = { width: 8, height: 8 } as const;

export interface DepthFrameSettings {
  readonly width: number;
  readonly height: number;
}

/** One frame of a depth camera. */
export interface DepthFrame {
  readonly depth: ArrayLike<number>;
  /** As many as there are depths; all 0 where the camera gives none. */
  readonly confidence?: ArrayLike<number> | undefined;
  /** The span that the grid is scaled by: that of the recording, else that of the frame. */
  readonly range?: readonly [least: number, greatest: number] | undefined;
}

/**
 * 140 numbers of a depth frame. Of depths that are finite and above 0: mean, standard deviation,
 * least, greatest, 10th, 50th and 90th percentile, and their share of all pixels. The depths in 8 ×
 * 8 areas, scaled to 0 to 1 by the range and cut off there; pixels without a depth count as 0. Of
 * the confidences: mean, standard deviation, least, greatest, and 8 × 8 areas.
 */
export function depthFeatures(size: DepthFrameSettings): (frame: DepthFrame) => Float64Array {
  const pixels = size.width * size.height;
  const toGrid = areaResizer({ ...size, channels: 1 }, grid);
  const scaled = new Float64Array(pixels);
  const valid = new Float64Array(pixels);
  return ({ depth, confidence, range }) => {
    const features = new Float64Array(depthWidth);
    let count = 0;
    for (let i = 0; i < pixels; i++) {
      const value = depth[i]!;
      if (Number.isFinite(value) && value > 0) valid[count++] = value;
    }
    const known = valid.subarray(0, count);
    const { mean, deviation, least, greatest } = spread(known);
    features.set([mean, deviation, least, greatest]);
    features.set(percentiles(known, [0.1, 0.5, 0.9]), 4);
    features[7] = count / pixels;
    const [low, high] = range ?? [least, greatest];
    const span = high - low;
    for (let i = 0; i < pixels; i++) {
      const value = depth[i]!;
      const isValid = Number.isFinite(value) && value > 0 && span > 0;
      scaled[i] = isValid ? Math.min(1, Math.max(0, (value - low) / span)) : 0;
    }
    features.set(toGrid(scaled), 8);
    if (!confidence) return features;
    const sure = spread(confidence);
    features.set([sure.mean, sure.deviation, sure.least, sure.greatest], 72);
    features.set(toGrid(confidence), 76);
    return features;
  };
}

function spread(values: ArrayLike<number>) {
  const { length } = values;
  if (length === 0) return { mean: 0, deviation: 0, least: 0, greatest: 0 };
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    sum += value;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const mean = sum / length;
  let squares = 0;
  for (let i = 0; i < length; i++) squares += (values[i]! - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / length), least, greatest };
}
