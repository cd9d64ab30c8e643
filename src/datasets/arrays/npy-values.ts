import { endianness } from "node:os";
import type { Numbers } from "./stored-array.ts";

/** How the numbers of a NumPy type such as `<f4` or `|b1` lie in a file. */
export interface NpyType {
  readonly sizeBytes: number;
  /** Bytes become numbers; they may be changed on the way. */
  decode(bytes: Buffer): Numbers;
}

type Decoder = (memory: ArrayBuffer, at: number, length: number) => Numbers;

/**
 * Whole numbers of 64 bits that double precision cannot hold are rounded to the nearest that it
 * can.
 */
const decoders: Readonly<Record<string, Decoder>> = {
  b1: (memory, at, length) =>
    Float64Array.from(new Uint8Array(memory, at, length), (byte) => (byte ? 1 : 0)),
  i1: (memory, at, length) => Float64Array.from(new Int8Array(memory, at, length)),
  u1: (memory, at, length) => Float64Array.from(new Uint8Array(memory, at, length)),
  i2: (memory, at, length) => Float64Array.from(new Int16Array(memory, at, length)),
  u2: (memory, at, length) => Float64Array.from(new Uint16Array(memory, at, length)),
  i4: (memory, at, length) => Float64Array.from(new Int32Array(memory, at, length)),
  u4: (memory, at, length) => Float64Array.from(new Uint32Array(memory, at, length)),
  i8: (memory, at, length) => fromBig(new BigInt64Array(memory, at, length)),
  u8: (memory, at, length) => fromBig(new BigUint64Array(memory, at, length)),
  f2: (memory, at, length) => Float32Array.from(new Float16Array(memory, at, length)),
  f4: (memory, at, length) => new Float32Array(memory, at, length),
  f8: (memory, at, length) => new Float64Array(memory, at, length),
};

const isBigMachine = endianness() === "BE";

/** @throws {Error} where values of the type are no numbers. */
export function npyType(type: string): NpyType {
  const [, order, kind, digits] = /^([<>|=])?([a-zA-Z])(\d+)?$/.exec(type) ?? [];
  const sizeBytes = Number(digits ?? 1);
  const decoder = decoders[`${kind}${sizeBytes}`];
  if (!decoder) throw new Error(unreadable(kind, type));
  const isSwapped = order === ">" ? !isBigMachine : order === "<" && isBigMachine;
  return {
    sizeBytes,
    decode(given) {
      const bytes = given.byteOffset % sizeBytes === 0 ? given : Buffer.from(new Uint8Array(given));
      if (isSwapped) swap(bytes, sizeBytes);
      return decoder(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length / sizeBytes);
    },
  };
}

function unreadable(kind: string | undefined, type: string): string {
  if (kind === "O")
    return "it holds Python objects, which are not opened because they could run code";
  if (kind === "U" || kind === "S") return "it holds texts, where numbers are wanted";
  return `values of type ${type} cannot be read as numbers`;
}

function fromBig(values: BigInt64Array | BigUint64Array): Float64Array {
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) numbers[i] = Number(values[i]);
  return numbers;
}

function swap(bytes: Buffer, sizeBytes: number): void {
  if (sizeBytes === 2) bytes.swap16();
  if (sizeBytes === 4) bytes.swap32();
  if (sizeBytes === 8) bytes.swap64();
}

/** Numbers whose first dimension is the fastest, brought into the usual order. */
export function fromColumnMajor(values: Numbers, shape: readonly number[]): Numbers {
  const turned =
    values instanceof Float32Array
      ? new Float32Array(values.length)
      : new Float64Array(values.length);
  const index = new Uint32Array(shape.length);
  const strides = shape.map((_, at) => shape.slice(0, at).reduce((all, size) => all * size, 1));
  for (let to = 0; to < values.length; to++) {
    let from = 0;
    for (let axis = 0; axis < shape.length; axis++) from += index[axis]! * strides[axis]!;
    turned[to] = values[from]!;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis]!++;
      if (index[axis]! < shape[axis]!) break;
      index[axis] = 0;
    }
  }
  return turned;
}
