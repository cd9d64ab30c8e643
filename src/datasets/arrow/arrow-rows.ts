import type { DataType, Vector } from "apache-arrow";
import type { ReadOptions, Row } from "../../core/data/data-file.ts";
import { UserError } from "../../core/user-error.ts";
import { arrowBatches, arrowError } from "../../files/arrow/arrow-batches.ts";
import type { BlobSink } from "../blobs/blob.ts";
import { digestOnly } from "../blobs/blob-folder.ts";
import { arrowValue } from "./arrow-value.ts";

const largestBatch = 1_000;

export interface ArrowOptions extends ReadOptions {
  /** Where the bytes of pictures and videos go; they are only digested if left out. */
  readonly blobs?: BlobSink | undefined;
}

/**
 * Streams the rows of an Arrow file, of the stream kind (as Hugging Face keeps datasets on disk) or
 * of the file kind, holding one record batch at a time.
 */
export async function* arrowRows(
  path: string,
  { blobs = digestOnly, wants }: ArrowOptions,
): AsyncGenerator<readonly Row[]> {
  let line = 0;
  for await (const { batch, schema } of arrowBatches(path)) {
    const columns = schema.fields.map(({ name, type }, i) => ({
      name,
      type,
      values: batch.getChildAt(i),
    }));
    for (let from = 0; from < batch.numRows; from += largestBatch) {
      const rows: Row[] = [];
      for (let i = from; i < Math.min(batch.numRows, from + largestBatch); i++) {
        line++;
        const read = (sink: BlobSink | undefined) =>
          recordAt(columns, { index: i, where: `${path}: row ${line}` }, sink);
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
function recordAt(
  columns: readonly Column[],
  { index, where }: RowPlace,
  sink: BlobSink | undefined,
): Readonly<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  try {
    for (const { name, type, values } of columns)
      value[name] = arrowValue(values?.get(index), type, sink);
  } catch (error) {
    throw error instanceof UserError ? error : arrowError(error, where);
  }
  return value;
}
