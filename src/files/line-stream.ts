import type { FileHandle } from "node:fs/promises";

export interface RawLine {
  /** Without the line end; valid until the next step of the stream. */
  readonly bytes: Buffer;
  /** Where it starts in the file. */
  readonly offset: number;
  /** False for bytes after the last line end. */
  readonly isWhole: boolean;
}

const chunkBytes = 1 << 16;
const newline = 10;

/** Streams the lines of a file in batches, from `start` on, holding no more than a chunk and the longest line. */
export async function* lineStream(file: FileHandle, start = 0): AsyncGenerator<readonly RawLine[]> {
  let carry: Buffer = Buffer.alloc(0);
  let carryOffset = start;
  for (let position = start; ; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const fresh = chunk.subarray(0, bytesRead);
    if (fresh.indexOf(newline) < 0) {
      carry = Buffer.concat([carry, fresh]);
      continue;
    }
    const data = carry.length === 0 ? fresh : Buffer.concat([carry, fresh]);
    const lines: RawLine[] = [];
    let from = 0;
    for (let end = data.indexOf(newline, from); end >= 0; end = data.indexOf(newline, from)) {
      lines.push({ bytes: data.subarray(from, end), offset: carryOffset + from, isWhole: true });
      from = end + 1;
    }
    carry = data.subarray(from);
    carryOffset += from;
    yield lines;
  }
  if (carry.length > 0) yield [{ bytes: carry, offset: carryOffset, isWhole: false }];
}
