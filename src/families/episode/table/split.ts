/** What a split reads of a sample, before it is one: ranges of frames, both ends included. */
export interface ReadsFrames {
  readonly reads: readonly (readonly [first: number, last: number])[];
}

export interface Split<T> {
  readonly train: readonly T[];
  readonly test: readonly T[];
  /** Training samples that share frames with test samples; left out of `train` by an embargo. */
  readonly overlapping: readonly T[];
}

/** As Python rounds: halves to the even neighbour. */
function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

/** How many of so many come first: at least one, and one less than all. */
export function firstPart(count: number, fraction: number): number {
  return Math.min(Math.max(roundHalfEven(count * fraction), 1), count - 1);
}

/**
 * The first part is learnt from, the rest is tested. With an embargo, what shares a frame with the
 * tested part is left out of the first.
 */
export function chronologicalSplit<T extends ReadsFrames>(
  items: readonly T[],
  { fraction, embargo }: { readonly fraction: number; readonly embargo: boolean },
): Split<T> {
  const at = firstPart(items.length, fraction);
  const [before, test] = [items.slice(0, at), items.slice(at)];
  const tested = framesOf(test);
  const shares = (item: T) =>
    item.reads.some(([first, last]) => {
      for (let frame = first; frame <= last; frame++) if (tested.has(frame)) return true;
      return false;
    });
  const overlapping = before.filter(shares);
  const left = new Set(embargo ? overlapping : []);
  return { train: before.filter((item) => !left.has(item)), test, overlapping };
}

function framesOf(items: readonly ReadsFrames[]): ReadonlySet<number> {
  const frames = new Set<number>();
  for (const { reads } of items)
    for (const [first, last] of reads) for (let f = first; f <= last; f++) frames.add(f);
  return frames;
}
