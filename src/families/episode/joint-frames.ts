/** Both hands: 21 joints each, three coordinates each. */
const handNumbers = 2 * 21 * 3;

/**
 * How many numbers of a forecast are one frame: both hands, or where that does not divide it, whole
 * joints of as many frames as the task forecasts. `undefined`: it holds no whole frames, and has no
 * last one.
 */
export function frameNumbers(length: number, forecastFrames: number): number | undefined {
  if (length > 0 && length % handNumbers === 0) return handNumbers;
  return length > 0 && length % (forecastFrames * 3) === 0 ? length / forecastFrames : undefined;
}

/** Why numbers are no forecast of hands; `undefined` where they may be one. */
export function noJointFrames(length: number, forecastFrames: number): string | undefined {
  return frameNumbers(length, forecastFrames) === undefined
    ? `${length} numbers are not whole frames of joints: ${handNumbers} for each frame (42 joints × 3), or of fewer joints a multiple of ${forecastFrames * 3} (forecastFrames ${forecastFrames} × 3)`
    : undefined;
}
