import type { FileHandle } from "node:fs/promises";
import { TooManyBytes } from "./limited-bytes.ts";

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

/**
 * Streams the lines of a file in batches, from `start` on, holding no more than a chunk and the
 * longest line.
 */
export function lineStream(file: FileHandle, start = 0): AsyncGenerator<readonly RawLine[]> {
  return linesOf(chunksOf(file, start), start);
}

/**
 * The lines of a stream of bytes whose first byte stands at `start`.
 * @throws {TooManyBytes} where a line is longer than `longestBytes`.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  start = 0,
  longestBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly RawLine[]> {
  // Pieces of a line that is not complete yet; joined once, so that a very long line costs no more
  // than its length.
  let pieces: Buffer[] = [];
  let held = 0;
  let offset = start;
  for await (const chunk of chunks) {
    if (chunk.indexOf(newline) < 0) {
      pieces.push(chunk);
      held += chunk.length;
      if (held > longestBytes) throw new TooManyBytes(longestBytes);
      continue;
    }
    const data = pieces.length === 0 ? chunk : Buffer.concat([...pieces, chunk]);
    const lines: RawLine[] = [];
    let from = 0;
    for (let end = data.indexOf(newline, from); end >= 0; end = data.indexOf(newline, from)) {
      lines.push({ bytes: data.subarray(from, end), offset: offset + from, isWhole: true });
      from = end + 1;
    }
    pieces = from < data.length ? [data.subarray(from)] : [];
    held = data.length - from;
    offset += from;
    yield lines;
  }
  if (pieces.length > 0) yield [{ bytes: Buffer.concat(pieces), offset, isWhole: false }];
}

async function* chunksOf(file: FileHandle, start: number): AsyncGenerator<Buffer> {
  for (let position = start; ; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
