import { studentQuantile } from "./distribution/student-quantile.ts";

/** A figure with its 95 % interval. */
interface FittedFigure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A straight line through points. */
export interface LineFit {
  readonly n: number;
  readonly intercept: FittedFigure;
  readonly slope: FittedFigure;
  /** The height of the line, with the interval of the mean there. */
  at(x: number): FittedFigure;
}

/**
 * Ordinary least squares with Student's intervals. `undefined` with fewer than three points, or where
 * all have the same x: there is no line then, or nothing that says how sure it is.
 */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): LineFit | undefined {
  const n = points.length;
  if (n < 3) return undefined;
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / n;
  const [meanX, meanY] = [mean(0), mean(1)];
  let [spread, joint] = [0, 0];
  for (const [x, y] of points) {
    spread += (x - meanX) ** 2;
    joint += (x - meanX) * (y - meanY);
  }
  if (!(spread > 0)) return undefined;
  const slope = joint / spread;
  const residual = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  const deviation = Math.sqrt(residual / (n - 2));
  const t = studentQuantile(0.975, n - 2);
  const figure = (value: number, error: number) => ({
    value,
    low: value - t * error,
    high: value + t * error,
  });
  const at = (x: number) =>
    figure(meanY + slope * (x - meanX), deviation * Math.sqrt(1 / n + (x - meanX) ** 2 / spread));
  return { n, intercept: at(0), slope: figure(slope, deviation / Math.sqrt(spread)), at };
}
