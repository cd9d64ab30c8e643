import { optionalModule } from "./optional-module.ts";

/**
 * The product of every row with every column, a list for each row: in single precision by ONNX
 * Runtime, whose multiplication of matrices is as fast as that of numerical libraries.
 */
export async function vectorProducts(
  rows: readonly Float32Array[],
  columns: readonly Float32Array[],
): Promise<readonly Float32Array[]> {
  if (rows.length === 0 || columns.length === 0) return rows.map(() => new Float32Array());
  const size = columns[0]!.length;
  for (const { length } of [...rows, ...columns])
    if (length !== size)
      throw new RangeError(`a vector of ${length} numbers among those of ${size}`);
  const { InferenceSession, Tensor } = await optionalModule(
    "onnxruntime-node",
    () => import("onnxruntime-node"),
  );
  const tensor = (vectors: readonly Float32Array[]) =>
    new Tensor("float32", packed(vectors, size), [vectors.length, size]);
  const session = await InferenceSession.create(productGraph());
  try {
    const right = tensor(columns);
    const products: Float32Array[] = [];
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const part = rows.slice(from, from + rowsAtOnce);
      const { product } = await session.run({ left: tensor(part), right });
      const data = product!.data as Float32Array;
      for (let row = 0; row < part.length; row++)
        products.push(data.subarray(row * columns.length, (row + 1) * columns.length));
    }
    return products;
  } finally {
    await session.release();
  }
}

/** Bounds the memory of one run. */
const rowsAtOnce = 4096;

function packed(vectors: readonly Float32Array[], size: number): Float32Array {
  const all = new Float32Array(vectors.length * size);
  for (const [i, vector] of vectors.entries()) all.set(vector, i * size);
  return all;
}

/**
 * An ONNX graph of one node: `left` times `right`, transposed. Numbers of fields are those of
 * onnx.proto.
 */
function productGraph(): Uint8Array {
  const float = 1;
  const transposed = message(
    [1, "transB"],
    [3, 1],
    [20, 2], // a whole number
  );
  const node = message([1, "left"], [1, "right"], [2, "product"], [4, "Gemm"], [5, transposed]);
  const matrix = (name: string, rows: string, columns: string) => {
    const shape = message([1, message([2, rows])], [1, message([2, columns])]);
    return message([1, name], [2, message([1, message([1, float], [2, shape])])]);
  };
  const graph = message(
    [1, node],
    [2, "products"],
    [11, matrix("left", "rows", "size")],
    [11, matrix("right", "columns", "size")],
    [12, matrix("product", "rows", "columns")],
  );
  return message([1, 8], [7, graph], [8, message([2, 13])]);
}

/** A message of protocol buffers whose numbers and lengths are below 2^14. */
function message(
  ...fields: readonly (readonly [number: number, value: number | string | Uint8Array])[]
): Uint8Array {
  const varint = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
  return Uint8Array.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === "number") return [...varint(number * 8), ...varint(value)];
      const bytes = typeof value === "string" ? Buffer.from(value) : value;
      return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
    }),
  );
}
