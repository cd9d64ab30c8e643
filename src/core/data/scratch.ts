/**
 * Lays bytes aside until they are read again, so that what is needed of many samples need not stay
 * in memory.
 */
export interface Scratch {
  /** Copies the bytes and answers their place. */
  keep(bytes: Uint8Array): number;
  /**
   * The bytes that were kept there. They are valid until the next call, in whose memory others may
   * stand.
   */
  read(place: number): Uint8Array;
}

/**
 * Makes a scratch for what belongs together. Whatever it takes is given back once nothing refers to
 * it any more. `expectedBytes` tells about how much will be kept, where that is known: what is too
 * much for memory need not begin there.
 */
export type ScratchMaker = (expectedBytes?: number) => Scratch;

const blockBytes = 1 << 18;

/**
 * Keeps everything in memory, one after the other in large blocks outside the heap of JavaScript.
 */
export function memoryScratch(): Scratch {
  const kept: Uint8Array[] = [];
  let block = new Uint8Array(0);
  let used = 0;

  function copied(bytes: Uint8Array): Uint8Array {
    // What is long has a block of its own, so that less than half of any other is left empty.
    if (2 * bytes.length > blockBytes) return bytes.slice();
    if (used + bytes.length > block.length) {
      block = new Uint8Array(blockBytes);
      used = 0;
    }
    block.set(bytes, used);
    used += bytes.length;
    return block.subarray(used - bytes.length, used);
  }

  return {
    keep: (bytes) => kept.push(copied(bytes)) - 1,
    read(place) {
      const bytes = kept[place];
      if (!bytes) throw new RangeError(`nothing was kept at ${place}`);
      return bytes;
    },
  };
}
