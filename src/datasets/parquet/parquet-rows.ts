import type { DecodedArray, RowGroup, SchemaTree } from "hyparquet";
import { assembleNested } from "hyparquet/src/assemble.js";
import type { BinaryInfo, ReadOptions, Row } from "../../core/data/data-file.ts";
import type { BlobSink } from "../blobs/blob.ts";
import { digestOnly } from "../blobs/blob-folder.ts";
import { withBlobs } from "./blob-values.ts";
import {
  type Leaf,
  openLeaves,
  openParquet,
  type ParquetFile,
  parquetError,
  parsersFor,
} from "./parquet-file.ts";

const largestBatch = 1_000;

export interface ParquetOptions extends ReadOptions {
  /** Where the bytes of pictures and videos go; they are only digested if left out. */
  readonly blobs?: BlobSink | undefined;
}

/**
 * Streams the rows of a Parquet file page by page, whatever the size of its row groups. Bytes of
 * pictures and videos go to the sink one by one, of wanted rows only, and rows hold `{ path, name
 * }` in their place.
 */
export async function* parquetRows(
  path: string,
  options: ParquetOptions,
): AsyncGenerator<readonly Row[]> {
  await using parquet = await openParquet(path);
  let before = 0;
  for (const [number, group] of parquet.metadata.row_groups.entries()) {
    try {
      yield* groupRows(parquet, group, { ...options, before });
    } catch (error) {
      throw parquetError(error, `${path}: row group ${number + 1}`);
    }
    before += Number(group.num_rows);
  }
}

interface GroupOptions extends ParquetOptions {
  /** Rows in earlier groups. */
  readonly before: number;
}

async function* groupRows(
  parquet: ParquetFile,
  group: RowGroup,
  options: GroupOptions,
): AsyncGenerator<readonly Row[]> {
  const isWanted = (column: string) => options.only?.includes(column) ?? true;
  const columns = parquet.schema.children.filter(({ element }) => isWanted(element.name));
  const leaves = openLeaves(parquet, group).filter(({ column }) => isWanted(column));
  const blobLeaves = leaves.filter(({ holdsBlobs }) => holdsBlobs);
  const total = Number(group.num_rows);
  if (leaves.length === 0 && total > 0) throw new Error(`${total} rows of no columns`);
  // With bytes in rows, few are read before somebody has said that more are wanted.
  let batch = blobLeaves.length > 0 ? 1 : largestBatch;
  try {
    for (let at = 0; at < total; ) {
      let count = Math.min(batch, total - at);
      for (const { rows } of blobLeaves) count = await rows.ready(count);
      if (count === 0) throw new Error("a column has fewer rows than its row group");
      const rows = await assembled(columns, leaves, count);
      const line = options.before + at + 1;
      const wanted = rows
        .map((value, i) => ({ line: line + i, value }))
        .filter(({ value }) => options.wants?.(value) ?? true);
      if (wanted.length > 0)
        yield blobLeaves.length > 0 ? await withBlobs(wanted, options.blobs ?? digestOnly) : wanted;
      at += count;
      batch = Math.min(largestBatch, batch * 2);
    }
  } finally {
    for (const { rows } of leaves) await rows.close();
  }
}

async function assembled(
  columns: readonly SchemaTree[],
  leaves: readonly Leaf[],
  count: number,
): Promise<Record<string, unknown>[]> {
  const taken = new Map<string, DecodedArray>();
  for (const { path, rows } of leaves) taken.set(path, await rows.take(count));
  const records = Array.from({ length: count }, (): Record<string, unknown> => ({}));
  for (const child of columns) {
    const { name } = child.element;
    if (child.children.length > 0) assembleNested(taken, child, parsersFor(name));
    const column = taken.get(name);
    if (!column) throw new Error(`the column ${name} has no data`);
    for (let i = 0; i < count; i++) records[i]![name] = (column[i] as unknown) ?? null;
  }
  return records;
}

/** Rows and columns, from the end of the file alone. */
export async function parquetInfo(path: string): Promise<Omit<BinaryInfo, "sizeBytes">> {
  await using parquet = await openParquet(path);
  const columns = parquet.schema.children.map(({ element }) => element.name);
  return { rows: Number(parquet.metadata.num_rows), columns };
}
