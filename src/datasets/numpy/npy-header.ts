/** What the first bytes of a NumPy array file say. */
export interface NpyHeader {
  readonly shape: readonly number[];
  /** As NumPy writes it, such as `<f4`. */
  readonly type: string;
  readonly isColumnMajor: boolean;
}

/** How many bytes come before the length of the header, and the length's own size, by version. */
const prefixBytes = 8;

/** How many bytes must be had before the header's length is known. */
export const npyPrefixBytes = prefixBytes + 4;

/** Length of everything before the data. */
export function npyDataStart(start: Buffer): number {
  if (start.subarray(0, 6).toString("latin1") !== "\x93NUMPY")
    throw new Error("it does not start as a NumPy array does");
  return start[6] === 1
    ? prefixBytes + 2 + start.readUInt16LE(prefixBytes)
    : prefixBytes + 4 + start.readUInt32LE(prefixBytes);
}

/** Reads the Python dictionary that describes an array. */
export function npyHeader(text: string): NpyHeader {
  const type = /'descr':\s*'([^']+)'/.exec(text)?.[1];
  const shape = /'shape':\s*\(([^)]*)\)/.exec(text)?.[1];
  if (type === undefined || shape === undefined)
    throw new Error("it holds records of several types, which cannot be read");
  return {
    type,
    shape: shape
      .split(",")
      .filter((part) => part.trim() !== "")
      .map(Number),
    isColumnMajor: /'fortran_order':\s*True/.test(text),
  };
}
