import { hashName, type PackedNames } from "./packed-names.ts";

/**
 * Finds names in a list; one table serves one list after the other, since millions of names come in
 * thousands of lists.
 */
export interface NameTable {
  /**
   * Takes a list in place of the one before; the index of the first name that the list has twice,
   * or −1.
   */
  fill(names: PackedNames): number;
  /** Where in the list a name of another list stands, or −1. */
  find(names: PackedNames, index: number): number;
}

/** A hash table with open addressing, at most half full. */
export function nameTable(): NameTable {
  let slots = new Int32Array(1).fill(-1);
  let mask = 0;
  let list: PackedNames = { bytes: new Uint8Array(), ends: new Uint32Array() };

  function slotOf(names: PackedNames, index: number): number {
    let slot = hashName(names, index) & mask;
    while (slots[slot]! >= 0 && !isSame(list, slots[slot]!, names, index)) slot = (slot + 1) & mask;
    return slot;
  }

  return {
    fill(names) {
      const size = 2 ** Math.ceil(Math.log2(Math.max(1, names.ends.length) * 2));
      if (size === mask + 1) slots.fill(-1);
      else slots = new Int32Array(size).fill(-1);
      mask = size - 1;
      list = names;
      for (let index = 0; index < names.ends.length; index++) {
        const slot = slotOf(names, index);
        if (slots[slot]! >= 0) return index;
        slots[slot] = index;
      }
      return -1;
    },
    find: (names, index) => slots[slotOf(names, index)]!,
  };
}

// Four parameters: this runs for every document of a run, and an object for each pair would be its
// whole cost.
function isSame(a: PackedNames, indexA: number, b: PackedNames, indexB: number): boolean {
  let atA = indexA === 0 ? 0 : a.ends[indexA - 1]!;
  let atB = indexB === 0 ? 0 : b.ends[indexB - 1]!;
  const endA = a.ends[indexA]!;
  if (endA - atA !== b.ends[indexB]! - atB) return false;
  for (; atA < endA; atA++, atB++) if (a.bytes[atA] !== b.bytes[atB]) return false;
  return true;
}
