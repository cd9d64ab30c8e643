/** How many numbers of a window stand for one of a frame. */
export const statisticCount = 7;

/**
 * Statistics of numbers over the frames of a window, one statistic after the other: mean, population
 * standard deviation, least, greatest, last minus first, mean and standard deviation of the steps
 * from frame to frame (0 where there is one frame). What is not finite becomes 0.
 */
export function temporalStatistics(
  values: ArrayLike<number>,
  { count, width }: { readonly count: number; readonly width: number },
): Float32Array {
  const statistics = new Float32Array(statisticCount * width);
  for (let column = 0; column < width; column++) {
    let sum = 0;
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    let isWhole = true;
    for (let frame = 0; frame < count; frame++) {
      const value = values[frame * width + column]!;
      if (Number.isNaN(value)) isWhole = false;
      sum += value;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    const mean = sum / count;
    const first = values[column]!;
    const last = values[(count - 1) * width + column]!;
    const stepMean = count > 1 ? (last - first) / (count - 1) : 0;
    let spread = 0;
    let stepSpread = 0;
    for (let frame = 0; frame < count; frame++) {
      const value = values[frame * width + column]!;
      spread += (value - mean) ** 2;
      if (frame > 0) stepSpread += (value - values[(frame - 1) * width + column]! - stepMean) ** 2;
    }
    const put = (statistic: number, value: number) => {
      statistics[statistic * width + column] = Number.isFinite(value) ? value : 0;
    };
    put(0, mean);
    put(1, Math.sqrt(spread / count));
    put(2, isWhole ? least : 0);
    put(3, isWhole ? greatest : 0);
    put(4, last - first);
    put(5, stepMean);
    put(6, count > 1 ? Math.sqrt(stepSpread / (count - 1)) : 0);
  }
  return statistics;
}
