import { forbidden, type HuffmanTable, longestCode, shortBits } from "./huffman-table.ts";

/** One component within a scan. */
export interface ScanPart {
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
  /** How many blocks of it follow each other in a unit. */
  readonly blocks: number;
  /** The largest brightness, or colour, of a whole block that can be: the steps of its quantisation are larger for worse qualities. */
  readonly most: number;
}

interface Scan {
  readonly parts: readonly ScanPart[];
  readonly units: number;
  /** Units between two markers of a restart; 0 without. */
  readonly interval: number;
}

/** Why the code of a scan is damaged, or where it ends. */
type ScanEnd = { readonly damage: string } | { readonly at: number };

const blockSize = 64;
const restartMarker = 0xd0;
/** Some cameras fill the code up to a round number of bytes. */
const mostFilling = 32;

/** Reads the code of a scan without making pixels of it. Every bit of large photographs goes through here: plain numbers, no allocation. */
export function walkScan(bytes: Uint8Array, from: number, { parts, units, interval }: Scan): ScanEnd {
  const sums = new Int32Array(parts.length);
  let at = from;
  let bits = 0;
  let count = 0;
  /** How many of the bits were made up after the end of the code. */
  let madeUp = 0;

  function fill(): void {
    while (count <= 16) {
      const byte = at < bytes.length ? bytes[at]! : 0xff;
      if (byte !== 0xff) at++;
      else if (bytes[at + 1] === 0) at += 2;
      else madeUp += 8;
      bits = ((bits << 8) | byte) & 0xffffff;
      count += 8;
    }
  }

  /** Length of the next code times 256 and its symbol; the bits of the code are taken. */
  function take(table: HuffmanTable): number {
    if (count < longestCode) fill();
    const entry = table.short[(bits >> (count - shortBits)) & ((1 << shortBits) - 1)]! || longEntry(table);
    count -= (entry >> 8) & 0x1f;
    return entry;
  }

  function longEntry({ long }: HuffmanTable): number {
    return long === null ? 0 : long[(bits >> (count - longestCode)) & ((1 << longestCode) - 1)]!;
  }

  /** A number of so many bits, of which the upper half of all are the positive ones. */
  function signed(size: number): number {
    if (count < size) fill();
    count -= size;
    const value = (bits >> count) & ((1 << size) - 1);
    return size === 0 || value >> (size - 1) === 1 ? value : value - (1 << size) + 1;
  }

  function block(part: number, { dc, ac, most }: ScanPart): string | null {
    const first = take(dc);
    if (first === 0 || first >> 8 >= forbidden) return badCode;
    sums[part]! += signed(first & 0xff);
    if (Math.abs(sums[part]!) > most) return "a part of it is brighter or darker than can be";
    for (let place = 1; place < blockSize; ) {
      const entry = take(ac);
      if (entry === 0 || entry >> 8 >= forbidden) return badCode;
      const size = entry & 15;
      const run = (entry >> 4) & 15;
      if (size === 0 && run === 0) return null;
      place += run + 1;
      if (place > blockSize) return "its code goes beyond a block";
      if (count < size) fill();
      count -= size;
    }
    return null;
  }

  /** Whether the code ends here as it must: with a few equal bits to a whole byte, and a marker. */
  function ending(): string | null {
    const left = count - madeUp;
    if (left < 0) return "its code ends too early";
    const padding = left & 7;
    const rest = (bits >> (count - padding)) & ((1 << padding) - 1);
    if (rest !== 0 && rest !== (1 << padding) - 1) return "its code does not end with its pixels";
    return fillingLeft(left >> 3);
  }

  function fillingLeft(buffered: number): string | null {
    const held = (bits >> madeUp) & ((1 << (8 * buffered)) - 1);
    let isFilling = held === 0 || held === (1 << (8 * buffered)) - 1;
    const start = at;
    for (; at < bytes.length && !(bytes[at] === 0xff && bytes[at + 1] !== 0); at++)
      if (bytes[at] !== 0 && bytes[at] !== 0xff) isFilling = false;
    return isFilling && at - start + buffered <= mostFilling ? null : `its code leaves ${at - start + buffered} bytes over`;
  }

  function restart(number: number): string | null {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (bytes[at] !== 0xff || bytes[at + 1] !== restartMarker + (number & 7)) return "its code is not cut where it should be";
    at += 2;
    bits = 0;
    count = 0;
    madeUp = 0;
    sums.fill(0);
    return null;
  }

  for (let unit = 0; unit < units; unit++) {
    if (interval > 0 && unit > 0 && unit % interval === 0) {
      const damage = ending() ?? restart(unit / interval - 1);
      if (damage) return { damage };
    }
    for (let part = 0; part < parts.length; part++)
      for (let left = parts[part]!.blocks; left > 0; left--) {
        const damage = block(part, parts[part]!);
        if (damage) return { damage };
      }
  }
  const damage = ending();
  return damage ? { damage } : { at };
}

const badCode = "its code has symbols that no encoder writes";
