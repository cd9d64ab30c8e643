import { type FileHandle, open } from "node:fs/promises";
import {
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { getTreePath } from "hyparquet/src/schema.js";
import { UserError } from "../../core/user-error.ts";
import { utf8Text } from "../text/utf8.ts";
import { blobPages } from "./blob-pages.ts";
import { bytesAt } from "./column-chunk.ts";
import { type LeafDecoder, LeafRows } from "./leaf.ts";
import { pageCodecs } from "./page-codecs.ts";
import { plainPages } from "./plain-pages.ts";

/** The mark at its start, and the length and mark at its end. */
const smallestBytes = 12;

/** A Parquet file that is open: what it holds, without its data. */
export interface ParquetFile extends AsyncDisposable {
  readonly path: string;
  readonly file: FileHandle;
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
}

export async function openParquet(path: string): Promise<ParquetFile> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size < smallestBytes)
      throw new Error(size === 0 ? "it is empty" : `it has only ${size} bytes`);
    const slice = async (start: number, end = size) =>
      (await bytesAt(file, start, end - start)).buffer as ArrayBuffer;
    const metadata = await parquetMetadataAsync({ byteLength: size, slice });
    return {
      path,
      file,
      metadata,
      schema: parquetSchema(metadata),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw parquetError(error, path);
  }
}

export function parquetError(error: unknown, where: string): unknown {
  if (error instanceof UserError || !(error instanceof Error) || "syscall" in error) return error;
  return new UserError(
    `${where}: cannot be read as Parquet: ${error.message.replace(/^parquet /, "")}`,
    "the file may be cut off or damaged; fetch it again",
  );
}

/** One column without children. */
export interface Leaf {
  readonly path: string;
  /** The column of the table that it belongs to. */
  readonly column: string;
  readonly holdsBlobs: boolean;
  readonly rows: LeafRows;
}

/** The columns of a row group, ready to be read side by side. */
export function openLeaves({ file, schema, path }: ParquetFile, group: RowGroup): readonly Leaf[] {
  return group.columns.map(({ meta_data: meta, file_path: elsewhere }) => {
    if (!meta || elsewhere) throw new Error("its columns lie in other files");
    const schemaPath = getTreePath(schema, meta.path_in_schema);
    const name = meta.path_in_schema.join(".");
    const decoder: LeafDecoder = {
      pathInSchema: meta.path_in_schema,
      type: meta.type,
      element: schemaPath.at(-1)!.element,
      schemaPath,
      codec: meta.codec,
      parsers: parsersFor(`${path}: column ${name}`),
      compressors: pageCodecs,
      utf8: false,
    };
    const holdsBlobs = isBlobColumn(schemaPath);
    const source = { file, meta, decoder };
    return {
      path: name,
      column: meta.path_in_schema[0]!,
      holdsBlobs,
      rows: new LeafRows(holdsBlobs ? blobPages(source) : plainPages(source), schemaPath),
    };
  });
}

/** Bytes that are marked as nothing else, such as a text. */
function isBlobColumn(schemaPath: readonly SchemaTree[]): boolean {
  const { type, converted_type, logical_type } = schemaPath.at(-1)!.element;
  return type === "BYTE_ARRAY" && !converted_type && !logical_type;
}

/** Values become what JSON would hold: moments as ISO texts, texts checked. */
export function parsersFor(where: string): ParquetParsers {
  const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
  const text = (bytes: Uint8Array) =>
    bytes && utf8Text(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), where);
  return {
    ...DEFAULT_PARSERS,
    timestampFromMilliseconds: (value) => moment(Number(value)),
    timestampFromMicroseconds: (value) => moment(Number(value / 1_000n)),
    timestampFromNanoseconds: (value) => moment(Number(value / 1_000_000n)),
    dateFromDays: (days) => moment(days * 86_400_000).slice(0, 10),
    stringFromBytes: text,
    jsonFromBytes: (bytes) => bytes && (JSON.parse(text(bytes)) as unknown),
  } as ParquetParsers;
}
