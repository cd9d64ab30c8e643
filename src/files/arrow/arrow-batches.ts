import { type FileHandle, open } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import {
  CompressionType,
  compressionRegistry,
  type RecordBatch,
  RecordBatchReader,
  type Schema,
} from "apache-arrow";
import { UserError } from "../../core/user-error.ts";
import { arrowInfo } from "./arrow-info.ts";
import { holdsRows } from "./holds-rows.ts";
import { unpackLz4Frame } from "./lz4-frame.ts";

export interface ArrowBatch {
  readonly batch: RecordBatch;
  readonly schema: Schema;
}

/**
 * The record batches of an Arrow file of either kind, one at a time; every column of one is as long
 * as it says.
 */
export async function* arrowBatches(path: string): AsyncGenerator<ArrowBatch> {
  // What the metadata says is believed by the library, so it is looked through before.
  await arrowInfo(path);
  const file = await open(path, "r");
  try {
    const reader = await openReader(file);
    // The schema is known only while the stream is open.
    const { schema } = reader;
    for await (const batch of reader) {
      const short = schema.fields.find((_, i) =>
        batch.getChildAt(i)?.data.some((data) => !holdsRows(data, batch.numRows)),
      );
      if (short) throw new Error(`the column ${short.name} is too short for ${batch.numRows} rows`);
      yield { batch, schema };
    }
  } catch (error) {
    throw arrowError(error, path);
  } finally {
    await file.close().catch(() => undefined);
  }
}

/**
 * Packed columns, as Feather files have them, are unpacked by what the library is told to use;
 * telling it twice changes nothing.
 */
function registerCodecs(): void {
  compressionRegistry.set(CompressionType.ZSTD, { decode: (bytes) => zstdDecompressSync(bytes) });
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: unpackLz4Frame });
}

async function openReader(file: FileHandle) {
  registerCodecs();
  const start = Buffer.alloc(6);
  await file.read(start, 0, 6, 0);
  const isFileKind = start.toString("latin1") === "ARROW1";
  const source = isFileKind
    ? guarded(file)
    : file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 });
  const reader = await RecordBatchReader.from(source as FileHandle);
  await reader.open({ autoDestroy: false });
  if (!reader.schema) throw new Error("it holds no schema");
  return reader;
}

/**
 * The library reads on for ever where a file ends too early, or where a place before its start is
 * looked up.
 */
function guarded(file: FileHandle): Pick<FileHandle, "fd" | "stat" | "close" | "read"> {
  const read = async (buffer: Buffer, offset: number, length: number, position: number) => {
    const given = position >= 0 ? await file.read(buffer, offset, length, position) : undefined;
    if (!given || (length > 0 && given.bytesRead === 0)) throw new Error("the data ends too early");
    return given;
  };
  return {
    fd: file.fd,
    stat: file.stat.bind(file),
    close: file.close.bind(file),
    read: read as unknown as FileHandle["read"],
  };
}

/** What is wrong with a file, as a user's error. */
export function arrowError(error: unknown, path: string): unknown {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(
    `${path}: cannot be read as Arrow: ${reason}`,
    "the file may be cut off or damaged; fetch it again",
  );
}
