import type { ByteCursor } from "../../files/byte-cursor.ts";
import type { Blob, BlobSink } from "../blobs/blob.ts";

/** Blobs up to this size are handled as a whole, which costs less. */
const smallBytes = 1 << 20;

/**
 * Values that follow each other, each with its length before it. They are read forward: one that
 * was passed by is gone.
 */
export class ByteValues {
  readonly #open: () => Promise<ByteCursor>;
  #cursor: ByteCursor | undefined;
  #next = 0;

  constructor(open: () => Promise<ByteCursor>) {
    this.#open = open;
  }

  async read(index: number, sink: BlobSink): Promise<Blob> {
    if (index < this.#next) throw new Error(`value ${index} was passed by`);
    this.#cursor ??= await this.#open();
    for (; this.#next < index; this.#next++)
      await this.#cursor.skip(await this.#length(this.#cursor));
    this.#next++;
    const length = await this.#length(this.#cursor);
    return length <= smallBytes
      ? sink.take(await this.#cursor.view(length))
      : this.#large(this.#cursor, length, sink);
  }

  async close(): Promise<void> {
    await this.#cursor?.close();
  }

  async #length(cursor: ByteCursor): Promise<number> {
    return (await cursor.exactly(4)).readUInt32LE(0);
  }

  async #large(cursor: ByteCursor, length: number, sink: BlobSink): Promise<Blob> {
    const draft = await sink.draft();
    try {
      for await (const piece of cursor.pieces(length)) await draft.add(piece);
      return await draft.finish();
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }
}
