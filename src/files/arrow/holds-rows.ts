import { type Data, DataType } from "apache-arrow";

/**
 * Whether the buffers of a column are as long as its rows need: a number of rows can be damaged
 * too.
 */
export function holdsRows(
  { type, valueOffsets, values, stride, children }: Data,
  rows: number,
): boolean {
  if (DataType.isStruct(type)) return children.every((child) => holdsRows(child as Data, rows));
  if (valueOffsets) return valueOffsets.length > rows;
  if (!ArrayBuffer.isView(values)) return true;
  const held = (values as unknown as ArrayLike<unknown>).length;
  return DataType.isBool(type) ? held * 8 >= rows : held >= rows * stride;
}
