/** How far back a copy may reach: compressors work in blocks of this size. */
const reach = 1 << 16;
const capacity = reach + (1 << 20);

/**
 * Unpacks a Snappy block piece by piece, holding about a megabyte whatever its size: a page of
 * videos may be larger than memory. Pieces are valid until the next step.
 */
export async function* snappyStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new SnappyDecoder();
  for await (const chunk of chunks) yield* decoder.take(chunk);
  yield* decoder.finish();
}

class SnappyDecoder {
  readonly #out = Buffer.allocUnsafe(capacity);
  /** End of what is written, and of what was handed on. */
  #end = 0;
  #handed = 0;
  #total = 0;
  #expected = 0;
  #expectedShift = 0;
  #isLengthKnown = false;
  /** Bytes of a literal still to come. */
  #literal = 0;
  /** A tag that a chunk's end has cut. */
  #cut: Buffer = Buffer.alloc(0);

  *take(chunk: Uint8Array): Generator<Uint8Array> {
    const input = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    this.#cut = Buffer.alloc(0);
    let at = this.#isLengthKnown ? 0 : this.#readLength(input);
    while (at < input.length) {
      if (this.#literal === 0) {
        const size = tagSize(input[at]!);
        if (at + size > input.length) {
          this.#cut = Buffer.from(input.subarray(at));
          return;
        }
        if ((input[at]! & 3) === 0) this.#literal = literalLength(input, at);
        else {
          if (this.#end + 64 > capacity) yield* this.#hand();
          this.#copy(input, at);
        }
        at += size;
      } else {
        if (this.#end === capacity) yield* this.#hand();
        const length = Math.min(this.#literal, input.length - at, capacity - this.#end);
        this.#out.set(input.subarray(at, at + length), this.#end);
        this.#end += length;
        this.#total += length;
        this.#literal -= length;
        at += length;
      }
    }
  }

  *finish(): Generator<Uint8Array> {
    if (this.#cut.length > 0 || this.#literal > 0 || this.#total !== this.#expected)
      throw new Error("compressed data is cut off");
    yield* this.#hand();
  }

  /**
   * The length that stands before everything, seven bits a byte; returns where the first tag is.
   */
  #readLength(input: Uint8Array): number {
    for (let at = 0; at < input.length; at++) {
      this.#expected += (input[at]! & 0x7f) * 2 ** this.#expectedShift;
      this.#expectedShift += 7;
      this.#isLengthKnown = input[at]! < 0x80;
      if (this.#isLengthKnown) return at + 1;
    }
    return input.length;
  }

  #copy(input: Uint8Array, at: number): void {
    const tag = input[at]!;
    const isShort = (tag & 3) === 1;
    const length = isShort ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const offset = isShort
      ? ((tag >> 5) << 8) | input[at + 1]!
      : littleEndian(input, at + 1, (tag & 3) === 2 ? 2 : 4);
    if (offset === 0 || offset > this.#end)
      throw new Error(`compressed data refers to what lies ${offset} bytes back`);
    // Byte by byte: where source and target overlap, what was just written is read again.
    for (let i = 0; i < length; i++) this.#out[this.#end + i] = this.#out[this.#end + i - offset]!;
    this.#end += length;
    this.#total += length;
  }

  *#hand(): Generator<Uint8Array> {
    if (this.#end > this.#handed) yield this.#out.subarray(this.#handed, this.#end);
    const kept = Math.min(reach, this.#end);
    this.#out.copyWithin(0, this.#end - kept, this.#end);
    this.#end = kept;
    this.#handed = kept;
  }
}

function tagSize(tag: number): number {
  const kind = tag & 3;
  if (kind === 0) return 1 + Math.max(0, (tag >> 2) - 59);
  return kind === 1 ? 2 : kind === 2 ? 3 : 5;
}

function literalLength(input: Uint8Array, at: number): number {
  const short = input[at]! >> 2;
  return 1 + (short < 60 ? short : littleEndian(input, at + 1, short - 59));
}

function littleEndian(input: Uint8Array, at: number, bytes: number): number {
  let value = 0;
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + input[at + i]!;
  return value;
}
