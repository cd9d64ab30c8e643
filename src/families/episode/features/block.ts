import type { Recording } from "../../../core/data/recording.ts";
import { UserError } from "../../../core/user-error.ts";
import { statisticCount, temporalStatistics } from "./temporal-statistics.ts";
import type { FrameWindow } from "./windows.ts";

/** Numbers of every window that belong together. */
export interface FeatureBlock {
  readonly name: string;
  readonly dim: number;
  /** What should be told of how it was made, such as frames that were repeated. */
  readonly warnings?: readonly string[] | undefined;
  /** What was found while rows were read; called after the last of them. */
  found?(): readonly string[];
  /** The numbers of each window in turn. */
  rows(windows: readonly FrameWindow[]): AsyncIterable<Float32Array>;
}

/** Reads numbers of frames from `from` up to `to`, `width` for each. */
export type ReadFrames = (from: number, to: number) => Promise<ArrayLike<number>>;

/** Frames are read this many at a time: memory does not depend on the length of the recording. */
const pieceFrames = 128;

/** A block of statistics over the frames of each window. */
export function frameBlock(
  name: string,
  width: number,
  read: ReadFrames,
  warnings: readonly string[] = [],
): FeatureBlock {
  let [framesRead, damaged] = [0, 0];
  return {
    name,
    dim: width * statisticCount,
    warnings,
    found: () =>
      damaged === 0
        ? []
        : [
            `${name}: ${damaged} of ${framesRead} frames hold numbers that are not finite; statistics of their windows that need these are 0`,
          ],
    async *rows(windows) {
      const last = windows.at(-1)?.end ?? 0;
      // Frames that later windows share are held, and no others.
      let held = new Float64Array(0);
      let from = 0;
      let to = 0;
      for (const { start, end } of windows) {
        if (end > to) {
          const until = Math.max(end, Math.min(last, to + pieceFrames));
          const fresh = await read(to, until);
          framesRead += until - to;
          damaged += rowsWithGaps(fresh, width);
          const kept = held.subarray((Math.min(start, to) - from) * width);
          const next = new Float64Array(kept.length + fresh.length);
          next.set(kept);
          next.set(fresh, kept.length);
          from = Math.min(start, to);
          held = next;
          to = until;
        }
        const values = held.subarray((start - from) * width, (end - from) * width);
        yield temporalStatistics(values, { count: end - start, width });
      }
    },
  };
}

/** How many rows hold a number that is not finite. */
function rowsWithGaps(values: ArrayLike<number>, width: number): number {
  let count = 0;
  for (let start = 0; start < values.length; start += width)
    for (let at = start; at < start + width; at++)
      if (!Number.isFinite(values[at])) {
        count++;
        break;
      }
  return count;
}

/** The same numbers in every window. */
export function staticBlock(name: string, values: Float32Array): FeatureBlock {
  return {
    name,
    dim: values.length,
    async *rows(windows) {
      for (const _ of windows) yield values;
    },
  };
}

/** An array whose sizes are not those that are documented. */
export function wrongShape(
  {
    path,
    name,
    shape,
  }: { readonly path: string; readonly name: string; readonly shape: readonly number[] },
  wanted: string,
): UserError {
  return new UserError(
    `${path}: ${name} has the shape (${shape.join(", ")}), and ${wanted} is wanted`,
  );
}

/** Rows of an array of the annotation, flat, where it is as it should be. */
export async function annotated(
  recording: Recording,
  {
    path,
    name,
    inner,
  }: { readonly path: string; readonly name: string; readonly inner: readonly number[] },
): Promise<ReadFrames | undefined> {
  const shape = await recording.shape(path, name);
  if (!shape) return undefined;
  const isRight =
    shape.length === inner.length + 1 && inner.every((size, i) => shape[i + 1] === size);
  if (!isRight) throw wrongShape({ path, name, shape }, `(frames, ${inner.join(", ")})`);
  return async (from, to) =>
    (
      await recording.read({
        path,
        name,
        rows: [Math.min(from, shape[0]!), Math.min(to, shape[0]!)],
      })
    ).values;
}
