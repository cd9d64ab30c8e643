const digits = 65536;

/**
 * The order that sorts 64-bit keys upwards, given as their high and low halves: element i is the
 * position of the i-th smallest key. Equal keys keep their order. A radix sort on four digits of 16
 * bits, since comparing keys one by one is several times slower for a million of them.
 */
export function sortByKey(high: Uint32Array, low: Uint32Array): Uint32Array<ArrayBuffer> {
  if (high.length !== low.length)
    throw new RangeError(`got ${high.length} high halves and ${low.length} low halves`);
  let order = new Uint32Array(high.length);
  let spare = new Uint32Array(high.length);
  for (let position = 0; position < order.length; position += 1) order[position] = position;
  for (const { half, shift } of [
    { half: low, shift: 0 },
    { half: low, shift: 16 },
    { half: high, shift: 0 },
    { half: high, shift: 16 },
  ]) {
    const starts = digitStarts(half, shift);
    if (starts === undefined) continue;
    for (let index = 0; index < order.length; index += 1) {
      const position = order[index]!;
      const digit = (half[position]! >>> shift) & 0xffff;
      const target = starts[digit]!;
      spare[target] = position;
      starts[digit] = target + 1;
    }
    [order, spare] = [spare, order];
  }
  return order;
}

/**
 * Where the keys with each digit begin in sorted order; nothing when all keys share one digit, so
 * that there is nothing to sort.
 */
function digitStarts(half: Uint32Array, shift: number): Uint32Array | undefined {
  const starts = new Uint32Array(digits);
  for (let index = 0; index < half.length; index += 1) {
    const digit = (half[index]! >>> shift) & 0xffff;
    starts[digit] = starts[digit]! + 1;
  }
  let total = 0;
  for (let digit = 0; digit < digits; digit += 1) {
    const count = starts[digit]!;
    if (count === half.length) return undefined;
    starts[digit] = total;
    total += count;
  }
  return starts;
}
