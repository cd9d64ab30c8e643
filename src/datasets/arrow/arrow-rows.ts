import { type FileHandle, open } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import {
  CompressionType,
  compressionRegistry,
  type DataType,
  type RecordBatch,
  RecordBatchReader,
  type Schema,
  type Vector,
} from "apache-arrow";
import type { ReadOptions, Row } from "../../core/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import type { BlobSink } from "../blobs/blob.ts";
import { arrowInfo } from "./arrow-info.ts";
import { arrowValue } from "./arrow-value.ts";
import { holdsRows } from "./holds-rows.ts";
import { unpackLz4Frame } from "./lz4-frame.ts";

const largestBatch = 1_000;

export interface ArrowOptions extends ReadOptions {
  readonly blobs: BlobSink;
}

/**
 * Streams the rows of an Arrow file, of the stream kind (as Hugging Face keeps datasets on disk) or of the file kind, holding one record
 * batch at a time.
 */
export async function* arrowRows(path: string, { blobs, wants }: ArrowOptions): AsyncGenerator<readonly Row[]> {
  let line = 0;
  for await (const { batch, schema } of batchesOf(path)) {
    const columns = schema.fields.map(({ name, type }, i) => ({ name, type, values: batch.getChildAt(i) }));
    const short = columns.find(({ values }) => values?.data.some((data) => !holdsRows(data, batch.numRows)));
    if (short) throw asUserError(new Error(`the column ${short.name} is too short for ${batch.numRows} rows`), path);
    for (let from = 0; from < batch.numRows; from += largestBatch) {
      const rows: Row[] = [];
      for (let i = from; i < Math.min(batch.numRows, from + largestBatch); i++) {
        line++;
        const read = (sink: BlobSink | undefined) => recordAt(columns, { index: i, where: `${path}: row ${line}` }, sink);
        if (wants && !wants(read(undefined))) continue;
        rows.push({ line, value: read(blobs) });
      }
      if (rows.length > 0) yield rows;
    }
  }
}

interface Column {
  readonly name: string;
  readonly type: DataType;
  readonly values: Vector | null;
}

interface RowPlace {
  readonly index: number;
  readonly where: string;
}

/** Values are unpacked only here, so that damage to them shows here too. */
function recordAt(columns: readonly Column[], { index, where }: RowPlace, sink: BlobSink | undefined): Readonly<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  try {
    for (const { name, type, values } of columns) value[name] = arrowValue(values?.get(index), type, sink);
  } catch (error) {
    throw error instanceof UserError ? error : asUserError(error, where);
  }
  return value;
}

async function* batchesOf(path: string): AsyncGenerator<{ readonly batch: RecordBatch; readonly schema: Schema }> {
  // What the metadata says is believed by the library, so it is looked through before.
  await arrowInfo(path);
  const file = await open(path, "r");
  try {
    const reader = await openReader(file);
    // The schema is known only while the stream is open.
    const { schema } = reader;
    for await (const batch of reader) yield { batch, schema };
  } catch (error) {
    throw asUserError(error, path);
  } finally {
    await file.close().catch(() => undefined);
  }
}

/** Packed columns, as Feather files have them, are unpacked by what the library is told to use; telling it twice changes nothing. */
function registerCodecs(): void {
  compressionRegistry.set(CompressionType.ZSTD, { decode: (bytes) => zstdDecompressSync(bytes) });
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: unpackLz4Frame });
}

async function openReader(file: FileHandle) {
  registerCodecs();
  const start = Buffer.alloc(6);
  await file.read(start, 0, 6, 0);
  const isFileKind = start.toString("latin1") === "ARROW1";
  const source = isFileKind ? guarded(file) : file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 });
  const reader = await RecordBatchReader.from(source as FileHandle);
  await reader.open({ autoDestroy: false });
  if (!reader.schema) throw new Error("it holds no schema");
  return reader;
}

/** The library reads on for ever where a file ends too early, or where a place before its start is looked up. */
function guarded(file: FileHandle): Pick<FileHandle, "fd" | "stat" | "close" | "read"> {
  const read = async (buffer: Buffer, offset: number, length: number, position: number) => {
    const given = position >= 0 ? await file.read(buffer, offset, length, position) : undefined;
    if (!given || (length > 0 && given.bytesRead === 0)) throw new Error("the data ends too early");
    return given;
  };
  return { fd: file.fd, stat: file.stat.bind(file), close: file.close.bind(file), read: read as unknown as FileHandle["read"] };
}

function asUserError(error: unknown, path: string): unknown {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(`${path}: cannot be read as Arrow: ${reason}`, "the file may be cut off or damaged; fetch it again");
}
