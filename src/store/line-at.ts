import { readSync } from "node:fs";

const blockBytes = 1 << 18;
const keptBlocks = 32;
const newline = 10;

/**
 * Reads single lines by their offset through a few cached blocks: near-sequential reads cost one
 * block each.
 */
export function lineAt(fileDescriptor: number): (offset: number) => Buffer | undefined {
  const blocks = new Map<number, Buffer>();
  const block = (number: number): Buffer => {
    const cached = blocks.get(number);
    // A short block is the file's end, which may have grown since.
    if (cached && cached.length === blockBytes) return cached;
    const buffer = Buffer.allocUnsafe(blockBytes);
    const read = readSync(fileDescriptor, buffer, 0, blockBytes, number * blockBytes);
    const filled = buffer.subarray(0, read);
    blocks.delete(number);
    blocks.set(number, filled);
    if (blocks.size > keptBlocks) blocks.delete(blocks.keys().next().value!);
    return filled;
  };
  return (offset) => {
    const pieces: Buffer[] = [];
    for (
      let number = Math.floor(offset / blockBytes), from = offset % blockBytes;
      ;
      number++, from = 0
    ) {
      const bytes = block(number);
      const end = bytes.indexOf(newline, from);
      if (end >= 0) {
        const last = bytes.subarray(from, end);
        return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
      }
      if (bytes.length < blockBytes) return undefined;
      pieces.push(bytes.subarray(from));
    }
  };
}
