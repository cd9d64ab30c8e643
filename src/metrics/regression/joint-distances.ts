/**
 * Positions of joints, frame by frame: `pose[frame][joint]` is a point of any number of
 * coordinates.
 */
type JointFrames = readonly (readonly (readonly number[])[])[];

/** What metrics of poses read of one sample. */
export interface HasPoses {
  /** `null` where the truth is hidden. */
  readonly target: JointFrames | null;
  /** `null` where there is no answer: the sample does not count. */
  readonly predicted: JointFrames | null;
}

/**
 * Mean Euclidean distance of predicted joints from true ones over the frames from `start` on; a
 * negative `start` counts from the end.
 */
export function meanJointDistance({ target, predicted }: HasPoses, start: number): number | null {
  if (target === null || predicted === null) return null;
  if (target.length !== predicted.length)
    throw new RangeError(`${predicted.length} predicted frames for ${target.length} true ones`);
  const truths = target.slice(start).flat();
  const guesses = predicted.slice(start).flat();
  if (truths.length !== guesses.length || truths.length === 0) {
    throw new RangeError(`${guesses.length} predicted joints for ${truths.length} true ones`);
  }
  return truths.reduce((sum, point, at) => sum + distance(point, guesses[at]!), 0) / truths.length;
}

function distance(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length)
    throw new RangeError(`points of ${a.length} and ${b.length} coordinates have no distance`);
  return Math.hypot(...a.map((coordinate, at) => coordinate - b[at]!));
}

/**
 * The same of points laid end to end, three coordinates each, over the numbers from `start` on:
 * sets of thousands of forecasts are scored without an object for each joint.
 */
export function flatJointDistance(
  target: ArrayLike<number>,
  predicted: ArrayLike<number>,
  start = 0,
): number {
  if (target.length !== predicted.length || (target.length - start) % 3 !== 0)
    throw new RangeError(
      `${predicted.length} predicted coordinates for ${target.length} true ones, of points with three each`,
    );
  let sum = 0;
  for (let at = start; at < target.length; at += 3)
    sum += Math.hypot(
      predicted[at]! - target[at]!,
      predicted[at + 1]! - target[at + 1]!,
      predicted[at + 2]! - target[at + 2]!,
    );
  return sum / ((target.length - start) / 3);
}
