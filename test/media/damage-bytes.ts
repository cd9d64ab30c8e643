import type { Random } from "../../src/core/random.ts";

/** Part of a file, the end left out. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A damaged copy of a file, and what was done to it. */
export interface DamagedBytes {
  readonly bytes: Buffer;
  readonly how: string;
}

type Damage = (bytes: Buffer, random: Random, headers: readonly Range[]) => DamagedBytes;

/**
 * One damage of a kind drawn at random: what disks, broken downloads and careless tools do, and
 * headers that claim what is not so. `headers` are the parts that hold no pictures.
 */
export function damageBytes(
  whole: Uint8Array,
  random: Random,
  headers: readonly Range[],
): DamagedBytes {
  const kinds: readonly Damage[] = [flipBits, truncate, editHeader, zeroRange, swapRanges];
  return kinds[below(random, kinds.length)]!(Buffer.from(whole), random, headers);
}

function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

const flipBits: Damage = (bytes, random) => {
  const count = 1 + below(random, 8);
  const places = Array.from({ length: count }, () => below(random, bytes.length));
  for (const place of places) bytes[place]! ^= 1 << below(random, 8);
  return { bytes, how: `bits flipped at ${places.join(", ")}` };
};

const truncate: Damage = (bytes, random) => {
  const length = below(random, bytes.length);
  return { bytes: bytes.subarray(0, length), how: `cut to ${length} of ${bytes.length} bytes` };
};

/**
 * Fields of containers are one, two or four bytes wide; the values are those that overflow, divide
 * by zero or point outside.
 */
const editHeader: Damage = (bytes, random, headers) => {
  const header = headers[below(random, headers.length)]!;
  const width = [1, 2, 4][below(random, 3)]!;
  const place = Math.min(
    header.from + below(random, header.to - header.from),
    bytes.length - width,
  );
  const most = 2 ** (8 * width) - 1;
  const value = [0, 1, most, Math.floor(most / 2), below(random, most)][below(random, 5)]!;
  if (random() < 0.5) bytes.writeUIntBE(value, place, width);
  else bytes.writeUIntLE(value, place, width);
  return { bytes, how: `header field of ${width} bytes at ${place} set to ${value}` };
};

const zeroRange: Damage = (bytes, random) => {
  const length = someLength(bytes, random);
  const from = below(random, bytes.length - length + 1);
  return { bytes: bytes.fill(0, from, from + length), how: `${length} bytes zeroed at ${from}` };
};

const swapRanges: Damage = (bytes, random) => {
  const length = someLength(bytes, random);
  const [one, other] = [
    below(random, bytes.length - 2 * length + 1),
    length + below(random, bytes.length - 2 * length + 1),
  ].sort((a, b) => a - b) as [number, number];
  const to = Math.max(other, one + length);
  const kept = Buffer.from(bytes.subarray(one, one + length));
  bytes.copyWithin(one, to, to + length);
  kept.copy(bytes, to);
  return { bytes, how: `${length} bytes at ${one} and at ${to} swapped` };
};

/** From one byte to a quarter of the file, short ones as often as long ones. */
function someLength(bytes: Buffer, random: Random): number {
  return Math.floor(2 ** (random() * Math.log2(bytes.length / 4)));
}
