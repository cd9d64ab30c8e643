/**
 * Remembers of anything that has a hash whether it was met once or more often. Plain data with
 * functions beside it, which run several times as fast here as functions that are made anew for
 * every corpus (`npm run bench dialogue`).
 */
export interface OccurrenceSketch {
  /** Two bits a cell, of cell c in byte c / 4: 0 for never, 1 for once, 2 for more often. */
  readonly bytes: Uint8Array;
  readonly mask: number;
}

const mostCells = 2 ** 26;

/**
 * Four cells for each thing that is expected, up to 16 MB in all: beyond that, more and more things
 * look repeated that are not. Takes the memory of another sketch, which is needed no more, where
 * that is enough.
 */
export function occurrenceSketch(expected: number, old?: OccurrenceSketch): OccurrenceSketch {
  const cells = 2 ** Math.ceil(Math.log2(Math.min(mostCells, Math.max(256, 4 * expected))));
  const isEnough = old !== undefined && old.bytes.buffer.byteLength >= cells / 4;
  const bytes = isEnough
    ? new Uint8Array(old.bytes.buffer, 0, cells / 4).fill(0)
    : new Uint8Array(cells / 4);
  return { bytes, mask: cells - 1 };
}

/** Answers 1 where this is the second time, 0 otherwise. */
export function meet({ bytes, mask }: OccurrenceSketch, hash: number): number {
  const cell = (hash ^ (hash >>> 15)) & mask;
  const shift = (cell & 3) << 1;
  const times = (bytes[cell >> 2]! >> shift) & 3;
  bytes[cell >> 2]! += ((times >> 1) ^ 1) << shift;
  return times & 1;
}

/**
 * True wherever something was met twice; sometimes also where two things that were met once share
 * their bits.
 */
export function isRepeated({ bytes, mask }: OccurrenceSketch, hash: number): boolean {
  const cell = (hash ^ (hash >>> 15)) & mask;
  return ((bytes[cell >> 2]! >> ((cell & 3) << 1)) & 2) !== 0;
}
