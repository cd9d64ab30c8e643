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

export async function npyArray(source: AsyncIterable<Uint8Array>): Promise<NpyArray> {
  const cursor = new ByteCursor(source);
  const prefix = await cursor.exactly(npyPrefixBytes);
  const header = npyHeader(
    Buffer.concat([prefix.subarray(10), await cursor.exactly(npyDataStart(prefix) - npyPrefixBytes)]).toString("latin1"),
  );
  const element = npyElement(header.type);
  const [length = 1, ...inner] = header.shape;
  const stepBytes = element.sizeBytes * product(inner);
  let columnMajor: unknown[] | undefined;
  let at = 0;
  const next = async () => {
    // Where columns come first, an element along the first dimension is spread over the whole file.
    if (header.isColumnMajor && inner.length > 0) {
      columnMajor ??= fromColumns(await cursor.exactly(stepBytes * length), header.shape, element);
      return columnMajor[at++];
    }
    return nested(await cursor.exactly(stepBytes), inner, { element, at: 0 });
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

function product(shape: readonly number[]): number {
  return shape.reduce((all, size) => all * size, 1);
}

function nested(bytes: Buffer, shape: readonly number[], place: { readonly element: NpyElement; readonly at: number }): unknown {
  const { element, at } = place;
  const [length, ...inner] = shape;
  if (length === undefined) return element.read(bytes, at);
  const step = element.sizeBytes * product(inner);
  return Array.from({ length }, (_, i) => nested(bytes, inner, { element, at: at + i * step }));
}

function fromColumns(bytes: Buffer, shape: readonly number[], element: NpyElement): unknown[] {
  const strides = shape.map((_, i) => element.sizeBytes * product(shape.slice(0, i)));
  const build = (depth: number, at: number): unknown =>
    depth === shape.length
      ? element.read(bytes, at)
      : Array.from({ length: shape[depth]! }, (_, i) => build(depth + 1, at + i * strides[depth]!));
  return build(0, 0) as unknown[];
}
