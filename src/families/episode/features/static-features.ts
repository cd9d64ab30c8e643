import { percentiles } from "../../../math/percentiles.ts";

const pointCloudWidth = 22;
const calibrationWidth = 117;

/**
 * 22 numbers of the points of a map: log(1 + their number), and of each coordinate mean, standard
 * deviation, least, greatest, 10th, 50th and 90th percentile, one statistic after the other. Points
 * that are not finite are left out.
 */
export function pointCloudFeatures(points: ArrayLike<number>): Float32Array {
  const axes = [0, 1, 2].map((axis) => {
    const values: number[] = [];
    for (let at = 0; at + 2 < points.length; at += 3)
      if (Number.isFinite(points[at]! + points[at + 1]! + points[at + 2]!))
        values.push(points[at + axis]!);
    return Float64Array.from(values);
  });
  const features = new Float32Array(pointCloudWidth);
  const count = axes[0]!.length;
  features[0] = Math.log1p(count);
  if (count === 0) return features;
  for (const [axis, values] of axes.entries()) {
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const least = values.reduce((a, b) => Math.min(a, b));
    const greatest = values.reduce((a, b) => Math.max(a, b));
    const all = [
      mean,
      Math.sqrt(squares / count),
      least,
      greatest,
      ...percentiles(values, [0.1, 0.5, 0.9]),
    ];
    for (const [statistic, value] of all.entries()) features[1 + 3 * statistic + axis] = value;
  }
  return features;
}

/** The cameras of a recording, in the order of their features. */
export const calibratedCameras = ["cam01", "cam0", "cam1", "cam2", "cam3"] as const;

export interface CameraCalibration {
  /** 3 × 3. */
  readonly K?: ArrayLike<number> | undefined;
  /** 4 × 4 or its first three rows. */
  readonly T_c_b?: ArrayLike<number> | undefined;
}

/**
 * 117 numbers: of each of the five cameras the 9 of K and the first 12 of T_c_b, row by row; then
 * where cam0 to cam3 are as seen from cam01 (differences of the last column of T_c_b). What is
 * missing is 0.
 */
export function calibrationFeatures(
  cameras: Readonly<Record<string, CameraCalibration>>,
): Float32Array {
  const features = new Float32Array(calibrationWidth);
  const put = (at: number, values: ArrayLike<number> | undefined, count: number) => {
    for (let i = 0; i < count; i++) {
      const value = values?.[i] ?? 0;
      features[at + i] = Number.isFinite(value) ? value : 0;
    }
  };
  const placeOf = (camera: string) => {
    const matrix = cameras[camera]?.T_c_b;
    return matrix ? [matrix[3]!, matrix[7]!, matrix[11]!] : undefined;
  };
  for (const [i, camera] of calibratedCameras.entries()) {
    put(21 * i, cameras[camera]?.K, 9);
    put(21 * i + 9, cameras[camera]?.T_c_b, 12);
  }
  const from = placeOf("cam01");
  for (const [i, camera] of calibratedCameras.slice(1).entries()) {
    const place = placeOf(camera);
    put(105 + 3 * i, from && place?.map((value, axis) => value - from[axis]!), 3);
  }
  return features;
}

/** The nine numbers, row by row, of the rotation that a quaternion stands for; 0 of no rotation. */
export function rotationMatrix([w, x, y, z]: readonly [number, number, number, number]): number[] {
  const norm = w * w + x * x + y * y + z * z;
  if (!(norm > 0)) return Array<number>(9).fill(0);
  const s = 2 / norm;
  return [
    ...[1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
    ...[s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
    ...[s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
  ];
}
