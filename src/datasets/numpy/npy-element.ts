/** Reads one element of a NumPy array from its place. */
export interface NpyElement {
  readonly sizeBytes: number;
  read(bytes: Buffer, at: number): unknown;
}

/** How elements of a type such as `<f4`, `|b1` or `<U12` are read. */
export function npyElement(type: string): NpyElement {
  const [, order, kind, digits] = /^([<>|=])?([a-zA-Z])(\d+)?$/.exec(type) ?? [];
  const size = Number(digits ?? 1);
  const isLittle = order !== ">";
  const number = numberReader(`${kind}${size}`, isLittle);
  if (number) return { sizeBytes: size, read: number };
  if (kind === "U")
    return {
      sizeBytes: size * 4,
      read: (bytes, at) => signs(bytes.subarray(at, at + size * 4), isLittle),
    };
  if (kind === "S")
    return {
      sizeBytes: size,
      read: (bytes, at) => bytes.toString("utf8", at, at + size).replace(/\0+$/, ""),
    };
  if (kind === "O")
    throw new Error("it holds Python objects, which are not opened because they could run code");
  throw new Error(`values of type ${type} cannot be read`);
}

type Reader = (bytes: Buffer, at: number) => unknown;

function numberReader(type: string, isLittle: boolean): Reader | undefined {
  const readers: Readonly<Record<string, Reader>> = {
    b1: (bytes, at) => bytes[at] !== 0,
    i1: (bytes, at) => bytes.readInt8(at),
    u1: (bytes, at) => bytes[at],
    i2: (bytes, at) => (isLittle ? bytes.readInt16LE(at) : bytes.readInt16BE(at)),
    u2: (bytes, at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    i4: (bytes, at) => (isLittle ? bytes.readInt32LE(at) : bytes.readInt32BE(at)),
    u4: (bytes, at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
    i8: (bytes, at) => integer(isLittle ? bytes.readBigInt64LE(at) : bytes.readBigInt64BE(at)),
    u8: (bytes, at) => integer(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at)),
    f2: (bytes, at) => half(isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    f4: (bytes, at) => (isLittle ? bytes.readFloatLE(at) : bytes.readFloatBE(at)),
    f8: (bytes, at) => (isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at)),
  };
  return readers[type];
}

function integer(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

function signs(bytes: Buffer, isLittle: boolean): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const sign = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    if (sign !== 0) text += String.fromCodePoint(sign);
  }
  return text;
}
