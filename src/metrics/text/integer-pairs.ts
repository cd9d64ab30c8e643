/** Numbers pairs of integers from 0 up, in the order in which they come. */
interface IntegerPairs {
  /** The number of a pair, new if it is. */
  add(first: number, second: number): number;
  /** −1 for a pair that was never added. */
  find(first: number, second: number): number;
  /** Forgets all pairs and begins again from 0, in the memory it has. */
  clear(): void;
}

/** An open-addressed table in one array: a pair and its number stand together, as they are read. Integers must not be below 0. */
export function integerPairs(): IntegerPairs {
  let mask = (1 << 10) - 1;
  /** By fours: 1 + the first, 0 where the slot is free; the second; the number. */
  let slots = new Int32Array(4 * (mask + 1));
  let size = 0;

  function slotOf(first: number, second: number): number {
    let slot = (pairHash(first, second) & mask) << 2;
    while (slots[slot] !== 0 && (slots[slot] !== first + 1 || slots[slot + 1] !== second)) slot = (slot + 4) & ((mask << 2) | 3);
    return slot;
  }

  function grow(): void {
    const old = slots;
    mask = 2 * mask + 1;
    slots = new Int32Array(4 * (mask + 1));
    for (let at = 0; at < old.length; at += 4) {
      if (old[at] === 0) continue;
      const slot = slotOf(old[at]! - 1, old[at + 1]!);
      slots[slot] = old[at]!;
      slots[slot + 1] = old[at + 1]!;
      slots[slot + 2] = old[at + 2]!;
    }
  }

  return {
    add(first, second) {
      const slot = slotOf(first, second);
      if (slots[slot] !== 0) return slots[slot + 2]!;
      slots[slot] = first + 1;
      slots[slot + 1] = second;
      slots[slot + 2] = size;
      if (10 * ++size > 6 * mask) grow();
      return size - 1;
    },
    find(first, second) {
      const slot = slotOf(first, second);
      return slots[slot] === 0 ? -1 : slots[slot + 2]!;
    },
    clear() {
      slots.fill(0);
      size = 0;
    },
  };
}

/** Mixed twice: numbers of neighbours follow each other, and a single product would put many pairs of them side by side. */
function pairHash(first: number, second: number): number {
  const product = Math.imul(first, 0x9e3779b1) + second;
  const mixed = Math.imul(product ^ (product >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
