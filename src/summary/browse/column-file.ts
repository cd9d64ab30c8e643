import type { Json } from "../../core/json.ts";

export type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Numbers by name, and what else is to be known of them. */
export interface ColumnFile {
  readonly columns: Readonly<Record<string, Column>>;
  readonly about: Json;
}

const kinds = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
};
type Kind = keyof typeof kinds;

interface Head {
  readonly about: Json;
  /** Where each column begins after the head, in bytes, and how many numbers it has. */
  readonly columns: Readonly<Record<string, readonly [kind: Kind, at: number, length: number]>>;
}

/** Columns begin at multiples of this, so that typed arrays can lie on the bytes. */
const step = 8;

/**
 * Columns as one binary document: the length of the head (four bytes, the lowest first), the head
 * as JSON, the columns. A hundred thousand rows are opened without reading any.
 */
export function packColumns({ columns, about }: ColumnFile): Uint8Array<ArrayBuffer> {
  const places: Record<string, [Kind, number, number]> = {};
  let end = 0;
  for (const [name, column] of Object.entries(columns)) {
    places[name] = [kindOf(column), end, column.length];
    end = upTo(end + column.byteLength);
  }
  const head = new TextEncoder().encode(JSON.stringify({ about, columns: places } satisfies Head));
  const start = upTo(4 + head.length);
  const bytes = new Uint8Array(start + end);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  for (const [name, column] of Object.entries(columns))
    bytes.set(
      new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
      start + places[name]![1],
    );
  return bytes;
}

/** The columns of a document; they lie on its bytes. */
export function openColumns(buffer: ArrayBuffer): ColumnFile {
  const length = new DataView(buffer).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  const { about, columns } = JSON.parse(text) as Head;
  const start = upTo(4 + length);
  return {
    about,
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, [kind, at, count]]) => [
        name,
        new kinds[kind](buffer, start + at, count),
      ]),
    ),
  };
}

/** Texts one after the other in UTF-8, with where each ends. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** The name under which the ends of a column of texts are kept. */
export function endsOf(name: string): string {
  return `${name} ends`;
}

/** A column of texts in a file; `undefined` where it has none of that name. */
export function textColumn({ columns }: ColumnFile, name: string): TextColumn | undefined {
  const [bytes, ends] = [columns[name], columns[endsOf(name)]];
  return bytes instanceof Uint8Array && ends instanceof Uint32Array ? { bytes, ends } : undefined;
}

export function textAt({ bytes, ends }: TextColumn, row: number): string {
  const start = row === 0 ? 0 : ends[row - 1]!;
  return decoder.decode(bytes.subarray(start, ends[row]!));
}

const decoder = new TextDecoder();

function upTo(length: number): number {
  return Math.ceil(length / step) * step;
}

function kindOf(column: Column): Kind {
  return (Object.keys(kinds) as Kind[]).find((kind) => column instanceof kinds[kind])!;
}
