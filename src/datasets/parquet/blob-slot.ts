import type { Blob, BlobSink } from "../blobs/blob.ts";

/**
 * A value of a column of bytes that has not been read yet. Slots of a column are loaded in the
 * order of rows; one that nobody wants is never loaded, and its bytes are passed over.
 */
export class BlobSlot {
  /** Known once it is loaded. */
  blob: Blob | undefined;
  readonly #read: (sink: BlobSink) => Promise<Blob>;

  constructor(read: (sink: BlobSink) => Promise<Blob>) {
    this.#read = read;
  }

  async load(sink: BlobSink): Promise<void> {
    this.blob ??= await this.#read(sink);
  }
}
