import { open, rename, rm } from "node:fs/promises";
import { endianness } from "node:os";
import { crc32 } from "node:zlib";

/** Values of an array that is written; of `bool`, one byte each. */
type NpyValues =
  | Float32Array
  | Float64Array
  | Int32Array
  | BigInt64Array
  | { readonly bool: ArrayLike<boolean | number> }
  | readonly string[];

/** Numbers that come in pieces, such as from a file: they are as many as the shape says. */
interface NpyPieces {
  readonly type: "<f4" | "<f8";
  pieces(): AsyncIterable<Uint8Array>;
}

export interface NpyInput {
  /** One dimension, as long as there are values, if left out. */
  readonly shape?: readonly number[] | undefined;
  readonly values: NpyValues | NpyPieces;
}

/**
 * Writes arrays as NumPy's `savez` does: uncompressed, so that rows can be read by range. Equal
 * arrays give equal files. A reader sees the old file or the new one.
 */
export async function writeNpz(
  path: string,
  arrays: Readonly<Record<string, NpyInput>>,
): Promise<void> {
  const draft = `${path}.${process.pid}.part`;
  const file = await open(draft, "w");
  let at = 0;
  const write = async (bytes: Uint8Array) => {
    await file.write(bytes, 0, bytes.length, at);
    at += bytes.length;
    if (at > largestBytes)
      throw new RangeError(`${path}: more than 4 GB cannot be written as one .npz file`);
  };
  try {
    const entries: ZipEntry[] = [];
    for (const [name, input] of Object.entries(arrays)) {
      const start = at;
      const named = { name: Buffer.from(`${name}.npy`), at: start, crc: 0, sizeBytes: 0 };
      await write(localHeader(named));
      const from = at;
      let crc = 0;
      for await (const piece of npyBytes(input, name)) {
        crc = crc32(piece, crc);
        await write(piece);
      }
      const entry = { ...named, crc, sizeBytes: at - from };
      const header = localHeader(entry);
      await file.write(header, 0, header.length, start);
      entries.push(entry);
    }
    const directory = at;
    for (const entry of entries) await write(centralHeader(entry));
    await write(directoryEnd(entries.length, directory, at - directory));
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

const largestBytes = 2 ** 32 - 1;

interface ZipEntry {
  readonly name: Buffer;
  readonly at: number;
  readonly crc: number;
  readonly sizeBytes: number;
}

/** 1 January 1980, the first that zip archives know: equal arrays give equal files. */
const firstDate = 0x21;
const version = 20;

function localHeader({ name, crc, sizeBytes }: ZipEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(firstDate, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(sizeBytes, 18);
  header.writeUInt32LE(sizeBytes, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader({ name, at, crc, sizeBytes }: ZipEntry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(firstDate, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(sizeBytes, 20);
  header.writeUInt32LE(sizeBytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(at, 42);
  return Buffer.concat([header, name]);
}

function directoryEnd(count: number, at: number, sizeBytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(sizeBytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

async function* npyBytes(input: NpyInput, name: string): AsyncGenerator<Uint8Array> {
  const { values } = input;
  const { type, sizeBytes, bytes } =
    "pieces" in values
      ? { ...values, sizeBytes: values.type === "<f4" ? 4 : 8, bytes: undefined }
      : encoded(values);
  const shape = input.shape ?? [(bytes?.length ?? 0) / sizeBytes];
  const wanted = shape.reduce((all, size) => all * size, sizeBytes);
  yield npyStart(type, shape);
  let length = 0;
  for await (const piece of "pieces" in values ? values.pieces() : [bytes!]) {
    length += piece.length;
    yield piece;
  }
  if (length !== wanted)
    throw new RangeError(
      `array "${name}": ${length / sizeBytes} values do not fill the shape (${shape.join(", ")})`,
    );
}

interface Encoded {
  readonly type: string;
  readonly sizeBytes: number;
  readonly bytes: Uint8Array;
}

function encoded(values: NpyValues): Encoded {
  if (values instanceof Float32Array) return numbers("f4", values);
  if (values instanceof Float64Array) return numbers("f8", values);
  if (values instanceof Int32Array) return numbers("i4", values);
  if (values instanceof BigInt64Array) return numbers("i8", values);
  if ("bool" in values)
    return {
      type: "|b1",
      sizeBytes: 1,
      bytes: Uint8Array.from(values.bool, (value) => (value ? 1 : 0)),
    };
  return texts(values);
}

function numbers(
  type: string,
  values: Float32Array | Float64Array | Int32Array | BigInt64Array,
): Encoded {
  return {
    type: `${endianness() === "BE" ? ">" : "<"}${type}`,
    sizeBytes: values.BYTES_PER_ELEMENT,
    bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  };
}

/** Texts as NumPy keeps them: as many code points for each as the longest has. */
function texts(values: readonly string[]): Encoded {
  const signs = values.map((text) => Array.from(text, (sign) => sign.codePointAt(0)!));
  const longest = signs.reduce((most, { length }) => Math.max(most, length), 1);
  const bytes = Buffer.alloc(values.length * longest * 4);
  for (const [i, points] of signs.entries())
    for (const [j, point] of points.entries()) bytes.writeUInt32LE(point, (i * longest + j) * 4);
  return { type: `<U${longest}`, sizeBytes: longest * 4, bytes };
}

/** Everything before the data ends at a multiple of 64, as NumPy has it. */
function npyStart(type: string, shape: readonly number[]): Buffer {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const length = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  const start = Buffer.alloc(10);
  start.write("\x93NUMPY\x01\x00", "latin1");
  start.writeUInt16LE(length, 8);
  return Buffer.concat([start, Buffer.from(`${text.padEnd(length - 1)}\n`, "latin1")]);
}
