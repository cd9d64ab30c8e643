import { ByteCursor } from "../../files/byte-cursor.ts";
import { type NpyElement, npyElement } from "./npy-element.ts";
import { type NpyHeader, npyDataStart, npyHeader, npyPrefixBytes } from "./npy-header.ts";

/** A NumPy array that is read from its start. */
export interface NpyArray {
  readonly header: NpyHeader;
  /** The next element along the first dimension: a value, or nested lists. */
  next(): Promise<unknown>;
  /** The whole array, or its one value where it has no dimensions. */
  whole(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens an array for reading; where its start is wrong, the source is closed at once. */
export async function npyArray(source: AsyncIterable<Uint8Array>): Promise<NpyArray> {
  const cursor = new ByteCursor(source);
  try {
    return await startedArray(cursor);
  } catch (error) {
    await cursor.close();
    throw error;
  }
}

async function startedArray(cursor: ByteCursor): Promise<NpyArray> {
  const prefix = await cursor.exactly(npyPrefixBytes);
  const header = npyHeader(
    Buffer.concat([
      prefix.subarray(10),
      await cursor.exactly(npyDataStart(prefix) - npyPrefixBytes),
    ]).toString("latin1"),
  );
  const element = npyElement(header.type);
  const [length = 1, ...inner] = header.shape;
  const stepBytes = element.sizeBytes * product(inner);
  refuseAbsurd(header, stepBytes);
  let columnMajor: unknown[] | undefined;
  let at = 0;
  const next = async () => {
    // Where columns come first, an element along the first dimension is spread over the whole file.
    if (header.isColumnMajor && inner.length > 0) {
      columnMajor ??= fromColumns(await cursor.exactly(stepBytes * length), header.shape, element);
      return columnMajor[at++];
    }
    return nested(element.read(await cursor.exactly(stepBytes), product(inner)), inner);
  };
  return {
    header,
    next,
    async whole() {
      if (header.shape.length === 0) return next();
      const all: unknown[] = [];
      for (let i = 0; i < length; i++) all.push(await next());
      return all;
    },
    close: () => cursor.close(),
  };
}

const longestBytes = 2 ** 31;
const mostEmpty = 1_000_000;

/**
 * A header can say anything; what it says must not be believed before memory is set aside for it.
 */
function refuseAbsurd({ shape, isColumnMajor }: NpyHeader, stepBytes: number): void {
  const [length = 1] = shape;
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0))
    throw new Error(`its shape is (${shape.join(", ")})`);
  const heldBytes = isColumnMajor ? stepBytes * length : stepBytes;
  if (heldBytes > longestBytes)
    throw new Error(`${Math.round(heldBytes / 1e6)} MB would have to be held at once`);
  if (stepBytes === 0 && length > mostEmpty)
    throw new Error(`it has ${length} elements of nothing`);
}

function product(shape: readonly number[]): number {
  return shape.reduce((all, size) => all * size, 1);
}

/** Elements in lists of lists, one level for each dimension. */
function nested(elements: unknown[], shape: readonly number[]): unknown {
  const [length, ...inner] = shape;
  if (length === undefined) return elements[0];
  if (inner.length === 0) return elements;
  const step = product(inner);
  return Array.from({ length }, (_, i) => nested(elements.slice(i * step, (i + 1) * step), inner));
}

function fromColumns(bytes: Buffer, shape: readonly number[], element: NpyElement): unknown[] {
  const elements = element.read(bytes, product(shape));
  const strides = shape.map((_, i) => product(shape.slice(0, i)));
  const build = (depth: number, at: number): unknown =>
    depth === shape.length
      ? elements[at]
      : Array.from({ length: shape[depth]! }, (_, i) => build(depth + 1, at + i * strides[depth]!));
  return build(0, 0) as unknown[];
}
