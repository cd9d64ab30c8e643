/** The longest n-gram the text metrics look at. */
export const maxOrder = 4;

/** Gives every word and every n-gram of words a small whole number, so that counting needs no strings. */
export interface NgramInterner {
  /** How many different n-grams of any order there are so far; ids are below it. */
  readonly size: number;
  /** Writes the ids of all n-grams of the words into `ids`, orders one after the other, and answers how many. */
  intern(words: readonly string[], ids: Int32Array): number;
  /** Begins again with no word known: for counts within one segment a small table that stays in the cache is twice as fast. */
  forget(): void;
}

/** How many n-grams of orders 1 to `maxOrder` a text of `length` words has. */
export function ngramCount(length: number): number {
  let count = 0;
  for (let order = 1; order <= maxOrder; order++) count += Math.max(0, length - order + 1);
  return count;
}

/** An n-gram is known by the id of the one without its last word, and that word: a pair of integers in an open-addressed table. */
export function ngramInterner(): NgramInterner {
  const words = new Map<string, number>();
  let mask = (1 << 10) - 1;
  /** 1 + the id of the shorter n-gram; 0 where the slot is free. */
  let prefixes = new Int32Array(mask + 1);
  let lasts = new Int32Array(mask + 1);
  let values = new Int32Array(mask + 1);
  let used = 0;
  let size = 0;

  function slotOf(prefix: number, last: number): number {
    const hash = Math.imul(prefix, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (prefixes[slot] !== 0 && (prefixes[slot] !== prefix || lasts[slot] !== last)) slot = (slot + 1) & mask;
    return slot;
  }

  function place(prefix: number, last: number, value: number): void {
    const slot = slotOf(prefix, last);
    prefixes[slot] = prefix;
    lasts[slot] = last;
    values[slot] = value;
  }

  function grow(): void {
    const [oldPrefixes, oldLasts, oldValues] = [prefixes, lasts, values];
    mask = mask * 2 + 1;
    prefixes = new Int32Array(mask + 1);
    lasts = new Int32Array(mask + 1);
    values = new Int32Array(mask + 1);
    for (let i = 0; i < oldPrefixes.length; i++) if (oldPrefixes[i] !== 0) place(oldPrefixes[i]!, oldLasts[i]!, oldValues[i]!);
  }

  function extended(shorter: number, last: number): number {
    const slot = slotOf(shorter + 1, last);
    if (prefixes[slot] !== 0) return values[slot]!;
    place(shorter + 1, last, size);
    if (++used * 2 > mask) grow();
    return size++;
  }

  function wordId(word: string): number {
    let id = words.get(word);
    if (id === undefined) {
      id = size++;
      words.set(word, id);
    }
    return id;
  }

  return {
    get size() {
      return size;
    },
    intern(text, ids) {
      for (let i = 0; i < text.length; i++) ids[i] = wordId(text[i]!);
      let previous = 0;
      let end = text.length;
      for (let order = 2; order <= maxOrder && order <= text.length; order++) {
        const count = text.length - order + 1;
        for (let i = 0; i < count; i++) ids[end + i] = extended(ids[previous + i]!, ids[i + order - 1]!);
        previous = end;
        end += count;
      }
      return end;
    },
    forget() {
      words.clear();
      prefixes.fill(0);
      used = 0;
      size = 0;
    },
  };
}
