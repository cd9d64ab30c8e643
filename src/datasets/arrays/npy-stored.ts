import { type NpyHeader, npyDataStart, npyHeader, npyPrefixBytes } from "../numpy/npy-header.ts";
import type { ByteSource } from "./byte-source.ts";
import { fromColumnMajor, npyType } from "./npy-values.ts";
import { rowCount, rowLength, type StoredArray } from "./stored-array.ts";

/** A NumPy array whose header was read and whose numbers are read by range. */
export async function npyStored(source: ByteSource): Promise<StoredArray> {
  const start = npyDataStart(await source.read(0, npyPrefixBytes));
  const text = await source.read(10, start - 10);
  const header = npyHeader(text.toString("latin1"));
  const { shape } = header;
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0))
    throw new Error(`its shape is (${shape.join(", ")})`);
  const type = npyType(header.type);
  const stepBytes = rowLength(shape) * type.sizeBytes;
  if (start + rowCount(shape) * stepBytes > source.length)
    throw new Error("the data ends too early");
  const isTurned = isColumnMajor(header);
  return {
    shape,
    isReadWhole: isTurned,
    async rows(from, to) {
      const values = async (first: number, end: number) =>
        type.decode(await source.read(start + first * stepBytes, (end - first) * stepBytes));
      if (!isTurned) return values(from, to);
      const all = fromColumnMajor(await values(0, rowCount(shape)), shape);
      return all.subarray(from * rowLength(shape), to * rowLength(shape));
    },
  };
}

function isColumnMajor({ isColumnMajor: isTurned, shape }: NpyHeader): boolean {
  return isTurned && shape.length > 1;
}
