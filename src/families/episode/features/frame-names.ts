/** The place of a frame, from 0, by what captions call it; `undefined` where there is none. */
export type FrameNames = (name: string | number) => number | undefined;

export interface NamedFrames {
  readonly count: number;
  /** Names of the frames in their order, where the recording has them. */
  readonly names?: readonly string[] | undefined;
  /** Times of the frames in their order, in the unit of large numbers in captions. */
  readonly timestamps?: ArrayLike<number> | undefined;
}

/** A number past the last frame is a time where it is this many times as large. */
const clearlyLarger = 10;

/**
 * Finds frames by a name of the recording (with or without an ending), by `frame_000123` or a small
 * number, counted from 1 (the first or last frame where it is out of bounds), or by a large number,
 * which is a time: the nearest frame.
 */
export function frameNames({ count, names = [], timestamps }: NamedFrames): FrameNames {
  const known = new Map<string, number>();
  for (const [frame, name] of names.slice(0, count).entries()) {
    const text = lastPart(name);
    for (const form of [text, withoutEnding(text)]) if (!known.has(form)) known.set(form, frame);
  }
  return (name) => {
    const text = lastPart(String(name));
    const found = known.get(text) ?? known.get(withoutEnding(text));
    if (found !== undefined) return found;
    const digits = /^(?:frame_)?(\d+)(?:\.[A-Za-z]\w*)?$/.exec(text)?.[1];
    if (digits === undefined) return undefined;
    const number = Number(digits);
    const isTime = timestamps !== undefined && number > count * clearlyLarger;
    return isTime ? nearest(timestamps, number) : Math.min(count, Math.max(1, number)) - 1;
  };
}

function lastPart(name: string): string {
  return name.trim().split("/").at(-1)!;
}

function withoutEnding(name: string): string {
  return name.replace(/\.[A-Za-z]\w*$/, "");
}

function nearest(times: ArrayLike<number>, wanted: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < times.length; frame++) {
    const distance = Math.abs(times[frame]! - wanted);
    if (distance < least) {
      least = distance;
      best = frame;
    }
  }
  return best;
}
