/**
 * Times that differ by less are one: a target such as 3 · (1/30) and a timestamp such as 1536 ·
 * (1/15360) mean the same instant and differ in their last bits, and some containers keep
 * microseconds only.
 */
export const sameInstantSeconds = 1e-6;

/**
 * The frame on screen at a time: the last one whose presentation time is not later. Before the
 * first frame it is the first one, after the end the last one. Of frames with equal times it is the
 * last one.
 */
export function frameShownAt(times: Float64Array, atSeconds: number): number {
  const limit = atSeconds + sameInstantSeconds;
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
