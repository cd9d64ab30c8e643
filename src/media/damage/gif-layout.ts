import { readFile, stat } from "node:fs/promises";

/** Larger ones are not looked through: they would have to be held in memory. */
const mostBytes = 1 << 28;
const extension = 0x21;
const picture = 0x2c;
const trailer = 0x3b;

/**
 * Whether the blocks of a GIF follow each other without a gap, and its pictures fill it: a demuxer
 * that meets a damaged block looks for the next one without a word, and the size of the whole is
 * stated but once.
 */
export async function gifWarnings(path: string): Promise<readonly string[]> {
  if ((await stat(path)).size > mostBytes) return [];
  const bytes = await readFile(path);
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let [right, bottom] = [0, 0];
  let at = 13 + colorTableBytes(bytes[10]!);
  while (at < bytes.length && bytes[at] !== trailer) {
    const kind = bytes[at];
    if (kind !== extension && kind !== picture)
      return [`what stands at byte ${at} is no part of a GIF: parts of it may be missing`];
    if (kind === picture && at + 10 <= bytes.length) {
      right = Math.max(right, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      bottom = Math.max(bottom, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
    }
    at = endOfBlocks(
      bytes,
      kind === picture ? at + 11 + colorTableBytes(bytes[at + 9] ?? 0) : at + 2,
    );
  }
  return right === width && bottom === height
    ? []
    : [
        `its size of ${width}x${height} is not that of its pictures, which reach to ${right}x${bottom}`,
      ];
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
  return at + 1;
}
