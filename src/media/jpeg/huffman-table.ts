/** Which numbers a table may stand for: sizes of differences of brightness (`dc`), or runs of zeros with the size of what follows (`ac`). */
export type TableClass = "dc" | "ac";

/** A Huffman code (ITU-T T.81, Annex C). What is looked up by is the code and whatever follows it. */
export interface HuffmanTable {
  /** By the next `shortBits` bits: length of the code times 256, and its symbol; 0 where the code is longer or there is none. */
  readonly short: Uint16Array;
  /** The same by 16 bits, for the few codes that are longer; `null` where there are none. */
  readonly long: Uint16Array | null;
}

export const shortBits = 9;
export const longestCode = 16;
/** Set in the length of a code that no encoder uses: its symbol makes no sense, stands for two codes, or the code is all ones. */
export const forbidden = 0x80;

/** Symbols by the length of their codes: how many of each, and all of them in order. `null` where there are more codes than fit. */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array, isLegal: (symbol: number) => boolean): HuffmanTable | null {
  const uses = new Uint8Array(256);
  for (const symbol of symbols) uses[symbol]!++;
  const short = new Uint16Array(1 << shortBits);
  const hasLong = counts.subarray(shortBits).some((count) => count > 0);
  const long = hasLong ? new Uint16Array(1 << longestCode) : null;
  let [code, at] = [0, 0];
  for (let length = 1; length <= longestCode; length++, code <<= 1)
    for (let left = counts[length - 1]!; left > 0; left--, code++, at++) {
      if (code >= 1 << length) return null;
      const symbol = symbols[at]!;
      const isOdd = !isLegal(symbol) || uses[symbol]! > 1 || code === (1 << length) - 1;
      const entry = ((isOdd ? forbidden | length : length) << 8) | symbol;
      const [table, width] = length <= shortBits ? [short, shortBits] : [long!, longestCode];
      table.fill(entry, code << (width - length), (code + 1) << (width - length));
    }
  return { short, long };
}

/** Of a picture with one scan for each pixel: others have codes for more than these (T.81, F.1.2). */
export function isLegalSymbol(tableClass: TableClass, precision: number): (symbol: number) => boolean {
  const mostBits = precision > 8 ? 15 : 11;
  if (tableClass === "dc") return (symbol) => symbol <= mostBits;
  return (symbol) => symbol === 0 || symbol === 0xf0 || ((symbol & 15) > 0 && (symbol & 15) < mostBits);
}
