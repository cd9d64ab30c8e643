/**
 * Names as UTF-8, one after the other: a list of millions takes no more than its bytes and an end
 * for each.
 */
export interface PackedNames {
  readonly bytes: Uint8Array;
  /** Where each name ends; it begins where the one before ends. */
  readonly ends: Uint32Array;
}

export function nameAt({ bytes, ends }: PackedNames, index: number): string {
  return new TextDecoder().decode(bytes.subarray(index === 0 ? 0 : ends[index - 1]!, ends[index]!));
}

/** FNV-1a. */
export function hashName({ bytes, ends }: PackedNames, index: number): number {
  const end = ends[index]!;
  let hash = 0x811c9dc5;
  for (let at = index === 0 ? 0 : ends[index - 1]!; at < end; at++)
    hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

/**
 * By bytes, as C compares strings: which is by code point, where JavaScript compares UTF-16 units.
 */
export function compareNames({ bytes, ends }: PackedNames, a: number, b: number): number {
  let atA = a === 0 ? 0 : ends[a - 1]!;
  let atB = b === 0 ? 0 : ends[b - 1]!;
  const endA = ends[a]!;
  const endB = ends[b]!;
  for (; atA < endA && atB < endB; atA++, atB++)
    if (bytes[atA] !== bytes[atB]) return bytes[atA]! - bytes[atB]!;
  return endA - atA - (endB - atB);
}

/** Several lists as one. */
export function joinNames(lists: readonly PackedNames[]): PackedNames {
  if (lists.length === 1) return lists[0]!;
  const bytes = new Uint8Array(lists.reduce((sum, one) => sum + one.bytes.length, 0));
  const ends = new Uint32Array(lists.reduce((sum, one) => sum + one.ends.length, 0));
  let byteCount = 0;
  let count = 0;
  for (const list of lists) {
    bytes.set(list.bytes, byteCount);
    for (let i = 0; i < list.ends.length; i++) ends[count++] = byteCount + list.ends[i]!;
    byteCount += list.bytes.length;
  }
  return { bytes, ends };
}
