/** More came than can be meant: a sender without an end must not fill the memory. */
export class TooManyBytes extends Error {
  override readonly name = "TooManyBytes";

  constructor(mostBytes: number) {
    super(`more than ${Math.round(mostBytes / 1e6)} MB came, and the rest was not read`);
  }
}

/**
 * The pieces of a stream as they come. @throws {TooManyBytes} once there are more than `mostBytes`;
 * the source is left then.
 */
export async function* limitedBytes(
  pieces: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > mostBytes) throw new TooManyBytes(mostBytes);
    yield piece;
  }
}

/** All of a stream; nothing where there is none. @throws {TooManyBytes} */
export async function wholeBytes(
  pieces: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<Buffer> {
  const all: Uint8Array[] = [];
  if (pieces) for await (const piece of limitedBytes(pieces, mostBytes)) all.push(piece);
  return Buffer.concat(all);
}
