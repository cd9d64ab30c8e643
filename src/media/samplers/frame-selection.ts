/** Which frames a sampler takes of a video. */
export interface FrameSelection {
  /**
   * Presentation indices in the order of the sampler; an index may occur more than once, and all
   * lie within the video.
   */
  readonly indices: readonly number[];
  /** How many different frames that is. */
  readonly distinct: number;
  /** What differs from what was asked, such as repeated frames; absent when nothing does. */
  readonly note?: string;
}

/**
 * The selection of these indices, with the notes in one line. Frames that occur more than once are
 * always noted.
 */
export function frameSelection(
  indices: readonly number[],
  notes: readonly string[] = [],
): FrameSelection {
  const distinct = new Set(indices).size;
  const repeats =
    distinct < indices.length ? [`${indices.length} frames, of which ${distinct} different`] : [];
  const all = [...notes, ...repeats];
  return all.length === 0 ? { indices, distinct } : { indices, distinct, note: all.join("; ") };
}
