/**
 * The little of FlatBuffers that Arrow's metadata need: a table is a place in the bytes, with the
 * offsets of its fields in a table of their own. Everything is little-endian. What leads outside
 * the bytes throws a RangeError, so that damaged files are reported and never guessed at.
 */
export interface FlatTable {
  readonly bytes: DataView;
  readonly at: number;
}

/** The table that a buffer starts with. */
export function rootTable(bytes: DataView): FlatTable {
  return { bytes, at: bytes.getUint32(0, true) };
}

/**
 * Where a field of a table stands; `undefined` where it has its default. Fields are numbered from 0
 * in the order of their declaration.
 */
function placeOf({ bytes, at }: FlatTable, field: number): number | undefined {
  const vtable = at - bytes.getInt32(at, true);
  const entry = 4 + 2 * field;
  if (entry >= bytes.getUint16(vtable, true)) return undefined;
  const offset = bytes.getUint16(vtable + entry, true);
  return offset === 0 ? undefined : at + offset;
}

export function byteField(table: FlatTable, field: number): number {
  const place = placeOf(table, field);
  return place === undefined ? 0 : table.bytes.getUint8(place);
}

/** @throws {RangeError} where it is no count. */
export function longField(table: FlatTable, field: number): number {
  const place = placeOf(table, field);
  return place === undefined ? 0 : countAt(table.bytes, place);
}

export function countAt(bytes: DataView, place: number): number {
  const value = Number(bytes.getBigInt64(place, true));
  if (value < 0 || !Number.isSafeInteger(value)) throw new RangeError(`${value} is no count`);
  return value;
}

export function tableField(table: FlatTable, field: number): FlatTable | undefined {
  const place = placeOf(table, field);
  return place === undefined ? undefined : indirect(table.bytes, place);
}

/** Where the elements of a list begin, and how many there are; all of them lie inside the bytes. */
export function listField(
  table: FlatTable,
  field: number,
  elementBytes = 4,
): { readonly from: number; readonly count: number } {
  const place = placeOf(table, field);
  if (place === undefined) return { from: 0, count: 0 };
  const { at } = indirect(table.bytes, place);
  const count = table.bytes.getUint32(at, true);
  if (at + 4 + count * elementBytes > table.bytes.byteLength)
    throw new RangeError(`a list of ${count} in ${table.bytes.byteLength} bytes`);
  return { from: at + 4, count };
}

export function tablesField(table: FlatTable, field: number): readonly FlatTable[] {
  const { from, count } = listField(table, field);
  return Array.from({ length: count }, (_, i) => indirect(table.bytes, from + 4 * i));
}

export function textField(table: FlatTable, field: number): string {
  const { from, count } = listField(table, field, 1);
  const { buffer, byteOffset } = table.bytes;
  return new TextDecoder().decode(new Uint8Array(buffer, byteOffset + from, count));
}

function indirect(bytes: DataView, place: number): FlatTable {
  return { bytes, at: place + bytes.getUint32(place, true) };
}
