import { type Data, DataType, DateUnit, type Field } from "apache-arrow";
import { holdsRows } from "../../files/arrow/holds-rows.ts";
import { type BlobSink, blobPath } from "../blobs/blob.ts";

interface Columns {
  readonly length: number;
  readonly data: readonly Data[];
  get(index: number): unknown;
}

/**
 * A value as JSON would hold it; bytes go to the sink, or where there is none are only marked as
 * present.
 */
export function arrowValue(value: unknown, type: DataType, sink: BlobSink | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return plainInteger(value);
  if (DataType.isBinary(type) || DataType.isLargeBinary(type) || DataType.isFixedSizeBinary(type))
    return reference(value, null, sink);
  if (DataType.isDictionary(type)) return arrowValue(value, type.dictionary as DataType, sink);
  if (DataType.isList(type) || DataType.isFixedSizeList(type))
    return listOf(value as Columns, type.children[0]!.type as DataType, sink);
  if (DataType.isStruct(type))
    return recordOf(value as Record<string, unknown>, type.children, sink);
  if (DataType.isMap(type)) return mapOf(value as Iterable<[string, unknown]>, type, sink);
  if (DataType.isDate(type))
    return new Date(value as number).toISOString().slice(0, type.unit === DateUnit.DAY ? 10 : 23);
  if (DataType.isTimestamp(type)) return new Date(value as number).toISOString();
  if (DataType.isDecimal(type)) return Number(String(value)) / 10 ** type.scale;
  return ArrayBuffer.isView(value) ? [...(value as unknown as Iterable<unknown>)] : value;
}

function plainInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function listOf(list: Columns, element: DataType, sink: BlobSink | undefined): unknown[] {
  if (!list.data.every((data) => holdsRows(data, data.length)))
    throw new Error(`a list says to have ${list.length} elements`);
  return Array.from({ length: list.length }, (_, i) => arrowValue(list.get(i), element, sink));
}

/** A record of `bytes` and `path` becomes a reference, as in Parquet. */
function recordOf(
  value: Record<string, unknown>,
  fields: readonly Field[],
  sink: BlobSink | undefined,
): unknown {
  const names = fields.map(({ name }) => name);
  if (names.length === 2 && names.includes("bytes") && names.includes("path")) {
    const name = value.path ?? null;
    return value.bytes === null || value.bytes === undefined
      ? { path: name, name }
      : reference(value.bytes, name, sink);
  }
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, arrowValue(value[name], type as DataType, sink)]),
  );
}

function mapOf(
  value: Iterable<[string, unknown]>,
  type: DataType,
  sink: BlobSink | undefined,
): unknown {
  const valueType = type.children[0]?.type.children?.[1]?.type as DataType | undefined;
  return Object.fromEntries(
    [...value].map(([key, member]) => [
      key,
      valueType ? arrowValue(member, valueType, sink) : member,
    ]),
  );
}

function reference(bytes: unknown, name: unknown, sink: BlobSink | undefined): unknown {
  if (!sink) return { path: name, name };
  return { path: blobPath(sink.take(bytes as Uint8Array)), name };
}
