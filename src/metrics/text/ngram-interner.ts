/** The longest n-gram the text metrics look at. */
export const maxOrder = 4;

/** Gives every n-gram of words a small whole number, so that counting needs no strings. */
export interface NgramInterner {
  /** How many different n-grams of any order there are so far; ids are below it. */
  readonly size: number;
  /**
   * Writes the ids of all n-grams of the words into `ids`, orders one after the other, and answers
   * how many.
   */
  intern(words: Int32Array, ids: Int32Array): number;
  /** The same for n-grams that are known; −1 for others, which stay unknown. */
  find(words: Int32Array, ids: Int32Array): number;
  /**
   * Begins again with nothing known: for counts within one segment a small table that stays in the
   * cache is twice as fast.
   */
  forget(): void;
}

/** How many n-grams of orders 1 to `maxOrder` a text of `length` words has. */
export function ngramCount(length: number): number {
  let count = 0;
  for (let order = 1; order <= maxOrder; order++) count += Math.max(0, length - order + 1);
  return count;
}

/**
 * An n-gram is known by the id of the one without its last word, and that word: a pair of integers
 * in an open-addressed table.
 */
export function ngramInterner(expected = 0): NgramInterner {
  let mask = 2 ** Math.max(10, Math.min(24, Math.ceil(Math.log2(2 * expected + 1)))) - 1;
  /**
   * 2 + the id of the shorter n-gram, which is −1 for a single word; 0 where the slot is free.
   * Prefix, last word and id stand together, as they are read.
   */
  let slots = new Int32Array(4 * (mask + 1));
  let size = 0;

  function slotOf(prefix: number, last: number): number {
    const hash = Math.imul(prefix, 0x9e3779b1) ^ Math.imul(last + 1, 0x85ebca6b);
    let slot = ((hash ^ (hash >>> 15)) & mask) << 2;
    while (slots[slot] !== 0 && (slots[slot] !== prefix || slots[slot + 1] !== last))
      slot = (slot + 4) & ((mask << 2) | 3);
    return slot;
  }

  function grow(): void {
    const old = slots;
    mask = 2 * mask + 1;
    slots = new Int32Array(4 * (mask + 1));
    for (let at = 0; at < old.length; at += 4) {
      if (old[at] === 0) continue;
      const slot = slotOf(old[at]!, old[at + 1]!);
      slots[slot] = old[at]!;
      slots[slot + 1] = old[at + 1]!;
      slots[slot + 2] = old[at + 2]!;
    }
  }

  function extended(shorter: number, last: number): number {
    const slot = slotOf(shorter + 2, last);
    if (slots[slot] !== 0) return slots[slot + 2]!;
    slots[slot] = shorter + 2;
    slots[slot + 1] = last;
    slots[slot + 2] = size;
    if (10 * size > 7 * mask) grow();
    return size++;
  }

  function found(shorter: number, last: number): number {
    const slot = slotOf(shorter + 2, last);
    return slots[slot] === 0 ? -1 : slots[slot + 2]!;
  }

  return {
    get size() {
      return size;
    },
    intern(words, ids) {
      for (let i = 0; i < words.length; i++) ids[i] = extended(-1, words[i]!);
      return eachLonger(words, ids, (shorter, last) => extended(shorter, last));
    },
    find(words, ids) {
      for (let i = 0; i < words.length; i++) ids[i] = found(-1, words[i]!);
      // What begins with something unknown is unknown.
      return eachLonger(words, ids, (shorter, last) => (shorter < 0 ? -1 : found(shorter, last)));
    },
    forget() {
      slots.fill(0);
      size = 0;
    },
  };
}

/**
 * Goes through the n-grams of orders above 1, with the id of what each begins with and its last
 * word; answers how many n-grams there are.
 */
function eachLonger(
  words: Int32Array,
  ids: Int32Array,
  idOf: (shorter: number, last: number) => number,
): number {
  let previous = 0;
  let end = words.length;
  for (let order = 2; order <= maxOrder && order <= words.length; order++) {
    const count = words.length - order + 1;
    for (let i = 0; i < count; i++) ids[end + i] = idOf(ids[previous + i]!, words[i + order - 1]!);
    previous = end;
    end += count;
  }
  return end;
}
