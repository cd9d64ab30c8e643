import { npyType } from "../arrays/npy-values.ts";

/** Reads elements of a NumPy array. */
export interface NpyElement {
  readonly sizeBytes: number;
  /** So many elements, which are all that the bytes hold; they may be changed on the way. */
  read(bytes: Buffer, count: number): unknown[];
}

/** How elements of a type such as `<f4`, `|b1` or `<U12` are read. */
export function npyElement(type: string): NpyElement {
  const [, order, kind, digits] = /^([<>|=])?([a-zA-Z])(\d+)?$/.exec(type) ?? [];
  const size = Number(digits ?? 1);
  const isLittle = order !== ">";
  if (kind === "U") return pieces(size * 4, (bytes) => signs(bytes, isLittle));
  if (kind === "S") return pieces(size, (bytes) => bytes.toString("utf8").replace(/\0+$/, ""));
  if (size === 8 && kind === "i")
    return pieces(8, (bytes) => exact(isLittle ? bytes.readBigInt64LE() : bytes.readBigInt64BE()));
  if (size === 8 && kind === "u")
    return pieces(8, (bytes) =>
      exact(isLittle ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE()),
    );
  const { sizeBytes, decode } = npyType(type);
  return kind === "b"
    ? { sizeBytes, read: (bytes) => Array.from(decode(bytes), (value) => value !== 0) }
    : { sizeBytes, read: (bytes) => Array.from(decode(bytes)) };
}

function pieces(sizeBytes: number, read: (bytes: Buffer) => unknown): NpyElement {
  return {
    sizeBytes,
    read: (bytes, length) =>
      Array.from({ length }, (_, i) => read(bytes.subarray(i * sizeBytes, (i + 1) * sizeBytes))),
  };
}

/** A number where it can hold the value, else a text. */
function exact(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function signs(bytes: Buffer, isLittle: boolean): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const sign = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    if (sign !== 0) text += String.fromCodePoint(sign);
  }
  return text;
}
