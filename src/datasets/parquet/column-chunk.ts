import type { FileHandle } from "node:fs/promises";
import type { ColumnMetaData, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";

/** One page of a column: what its header says, and where its bytes lie. */
export interface Page {
  readonly header: PageHeader;
  readonly start: number;
  readonly sizeBytes: number;
}

const headerBytes = 8_192;
const chunkBytes = 1 << 20;

/** The pages of one column of one row group, in order; their bytes are not read. */
export async function* pagesOf(file: FileHandle, column: ColumnMetaData): AsyncGenerator<Page> {
  const first = Number(column.dictionary_page_offset) || Number(column.data_page_offset);
  const end = first + Number(column.total_compressed_size);
  for (let at = first; at < end; ) {
    const { header, length } = await headerAt(file, at, end);
    const values = (header.data_page_header ?? header.data_page_header_v2)?.num_values ?? 0;
    if (values > column.num_values)
      throw new Error(`a page of ${values} values in a column of ${column.num_values}`);
    yield { header, start: at + length, sizeBytes: header.compressed_page_size };
    at += length + header.compressed_page_size;
  }
}

async function headerAt(
  file: FileHandle,
  at: number,
  end: number,
): Promise<{ readonly header: PageHeader; readonly length: number }> {
  // A header may carry statistics of any length.
  for (let size = headerBytes; ; size *= 8) {
    const bytes = await bytesAt(file, at, Math.min(size, end - at));
    const reader = {
      view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      offset: 0,
    };
    try {
      return { header: parquetHeader(reader), length: reader.offset };
    } catch (error) {
      if (!(error instanceof RangeError) || size >= end - at) throw error;
    }
  }
}

/** In memory of its own: readers of numbers look at it as arrays, which must be aligned. */
export async function bytesAt(
  file: FileHandle,
  start: number,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error("the file ends too early");
    filled += bytesRead;
  }
  return bytes;
}

/** A stretch of the file in pieces that are valid until the next step. */
export async function* stretchOf(
  file: FileHandle,
  start: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, length));
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(
      buffer,
      0,
      Math.min(buffer.length, length - at),
      start + at,
    );
    if (bytesRead === 0) throw new Error("the file ends too early");
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
