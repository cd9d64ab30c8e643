/** The boolean decoder of VP8 (RFC 6386, section 7), which also knows how far it has read. */
export interface BoolDecoder {
  /** One decision that is 0 with a probability of `probability` / 256. */
  bit(probability: number): 0 | 1;
  /** An unsigned number of so many bits, all of them equally likely. */
  literal(bits: number): number;
  /** How many bits of the code have been used up; may be more than there are, past which all are 0. */
  usedBits(): number;
}

export function boolDecoder(bytes: Uint8Array): BoolDecoder {
  let next = 0;
  let range = 255;
  let used = 0;
  // At least 8 bits of code lie above the `spare` ones that were loaded ahead.
  let value = bytes[next++] ?? 0;
  let spare = 0;
  const bit = (probability: number): 0 | 1 => {
    const split = 1 + (((range - 1) * probability) >> 8);
    const isOne = value >>> spare >= split;
    if (isOne) {
      value -= split << spare;
      range -= split;
    } else range = split;
    // A range below 128 is doubled until it is not.
    const shift = Math.clz32(range) - 24;
    range <<= shift;
    used += shift;
    while (spare < shift) {
      value = (value << 8) | (bytes[next++] ?? 0);
      spare += 8;
    }
    spare -= shift;
    return isOne ? 1 : 0;
  };
  return {
    bit,
    literal(bits) {
      let number = 0;
      for (let i = 0; i < bits; i++) number = 2 * number + bit(128);
      return number;
    },
    usedBits: () => used,
  };
}
