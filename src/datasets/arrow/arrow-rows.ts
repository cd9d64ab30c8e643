import { type FileHandle, open } from "node:fs/promises";
import { type DataType, type RecordBatch, RecordBatchReader, type Schema, type Vector } from "apache-arrow";
import type { BinaryInfo, ReadOptions, Row } from "../../core/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import type { BlobSink } from "../blobs/blob.ts";
import { arrowValue } from "./arrow-value.ts";

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
    for (let from = 0; from < batch.numRows; from += largestBatch) {
      const rows: Row[] = [];
      for (let i = from; i < Math.min(batch.numRows, from + largestBatch); i++) {
        line++;
        const read = (sink: BlobSink | undefined) => record(columns, i, sink);
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

function record(columns: readonly Column[], index: number, sink: BlobSink | undefined): Readonly<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  for (const { name, type, values } of columns) value[name] = arrowValue(values?.get(index), type, sink);
  return value;
}

async function* batchesOf(path: string): AsyncGenerator<{ readonly batch: RecordBatch; readonly schema: Schema }> {
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

async function openReader(file: FileHandle) {
  const start = Buffer.alloc(6);
  await file.read(start, 0, 6, 0);
  const isFileKind = start.toString("latin1") === "ARROW1";
  const source = isFileKind ? file : file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 });
  const reader = await RecordBatchReader.from(source as FileHandle);
  await reader.open({ autoDestroy: false });
  if (!reader.schema) throw new UserError("holds no schema");
  return reader;
}

/** Rows and columns, counted without looking at values. */
export async function arrowInfo(path: string): Promise<Omit<BinaryInfo, "sizeBytes">> {
  let rows = 0;
  let columns: readonly string[] = [];
  for await (const { batch, schema } of batchesOf(path)) {
    rows += batch.numRows;
    columns = schema.fields.map(({ name }) => name);
  }
  return { rows, columns };
}

function asUserError(error: unknown, path: string): unknown {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(`${path}: cannot be read as Arrow: ${reason}`, "the file may be cut off or damaged; fetch it again");
}
