/**
 * Pairs of integers with how many documents have each: an open-addressed table in one array, in
 * which all of a pair stands together, as it is read. It does not grow, so that a pair's number is
 * its place. Plain data with functions beside it, as an `OccurrenceSketch` is.
 */
export interface RepeatedPairs {
  /**
   * By fours: 1 + the first, 0 where the slot is free; the second; how many documents had the pair;
   * 1 + the last one that did.
   */
  readonly slots: Int32Array;
  /** Slots for each hash. */
  readonly scale: number;
  readonly most: number;
  size: number;
}

/**
 * Room for `most` pairs, 20 bytes each; in the memory of another table, which is needed no more,
 * where that is enough. Where it is not, some is added for those that come after.
 */
export function repeatedPairs(most: number, old?: RepeatedPairs): RepeatedPairs {
  const slotCount = Math.ceil(1.25 * most) + 1;
  const isEnough = old !== undefined && old.slots.buffer.byteLength >= 16 * slotCount;
  const memory = isEnough
    ? old.slots.buffer
    : new ArrayBuffer(16 * Math.ceil((old ? 1.25 : 1) * slotCount));
  const slots = new Int32Array(memory, 0, 4 * slotCount);
  return { slots: isEnough ? slots.fill(0) : slots, scale: slotCount / 2 ** 32, most, size: 0 };
}

interface IntegerPair {
  readonly first: number;
  readonly second: number;
}

/**
 * Counts a pair once for each document that has it, documents coming one after the other, and
 * answers its number; −1 where there is no room.
 */
export function addPair(
  pairs: RepeatedPairs,
  { first, second }: IntegerPair,
  document: number,
): number {
  const { slots } = pairs;
  const slot = slotOf(pairs, first, second);
  if (slots[slot] === 0) {
    if (pairs.size === pairs.most) return -1;
    slots[slot] = first + 1;
    slots[slot + 1] = second;
    pairs.size++;
  }
  if (slots[slot + 3] !== document + 1) {
    slots[slot + 2]!++;
    slots[slot + 3] = document + 1;
  }
  return slot >> 2;
}

/** The number of a pair; −1 where it was never added, or one of both is below 0. */
export function findPair(pairs: RepeatedPairs, first: number, second: number): number {
  if (first < 0 || second < 0) return -1;
  const slot = slotOf(pairs, first, second);
  return pairs.slots[slot] === 0 ? -1 : slot >> 2;
}

/** How many documents had the pair of a number. */
export function pairCount({ slots }: RepeatedPairs, number: number): number {
  return slots[(number << 2) + 2]!;
}

/** Where the pair stands, or would. */
function slotOf({ slots, scale }: RepeatedPairs, first: number, second: number): number {
  let slot = Math.floor((pairHash(first, second) >>> 0) * scale) << 2;
  while (slots[slot] !== 0 && (slots[slot] !== first + 1 || slots[slot + 1] !== second))
    slot = slot + 4 < slots.length ? slot + 4 : 0;
  return slot;
}

/**
 * Mixed twice: numbers of neighbours follow each other, and a single product would put many pairs
 * of them side by side.
 */
function pairHash(first: number, second: number): number {
  const product = Math.imul(first, 0x9e3779b1) + second;
  const mixed = Math.imul(product ^ (product >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
