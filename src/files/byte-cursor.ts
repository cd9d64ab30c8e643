/**
 * Reads a stream of bytes by lengths. Pieces of the source need be valid only until its next step.
 */
export class ByteCursor {
  readonly #source: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** A copy of the next bytes. */
  async exactly(length: number): Promise<Buffer> {
    if (this.#piece.length >= length) {
      const copy = Buffer.from(this.#piece.subarray(0, length));
      this.#piece = this.#piece.subarray(length);
      return copy;
    }
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    for await (const piece of this.pieces(length)) {
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return bytes;
  }

  /** The next bytes, valid until the next step: no copy where they lie in one piece. */
  async view(length: number): Promise<Uint8Array> {
    if (this.#piece.length < length) return this.exactly(length);
    const view = this.#piece.subarray(0, length);
    this.#piece = this.#piece.subarray(length);
    return view;
  }

  /** The next bytes as they come. */
  async *pieces(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      if (this.#piece.length === 0) await this.#next();
      const piece = this.#piece.subarray(0, left);
      this.#piece = this.#piece.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      if (this.#piece.length === 0) await this.#next();
      const passed = Math.min(left, this.#piece.length);
      this.#piece = this.#piece.subarray(passed);
      left -= passed;
    }
  }

  /** Everything that is left. */
  async rest(): Promise<Buffer> {
    const pieces = [Buffer.from(this.#piece)];
    for (let step = await this.#source.next(); !step.done; step = await this.#source.next())
      pieces.push(Buffer.from(step.value));
    this.#piece = new Uint8Array(0);
    return Buffer.concat(pieces);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<void> {
    const step = await this.#source.next();
    if (step.done) throw new Error("the data ends too early");
    this.#piece = step.value;
  }
}
