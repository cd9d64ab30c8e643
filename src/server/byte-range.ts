/** Bytes of a file from `start` up to and with `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const single = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i;

/**
 * What a Range header asks for of so many bytes (RFC 9110, 14). `whole` also where several ranges,
 * another unit or nonsense is asked for, which a server may ignore.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | "unsatisfiable" {
  const match = header === undefined ? null : single.exec(header);
  if (!match) return "whole";
  const [from, to] = [match[1]!, match[2]!];
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return "whole";
  if (start >= size) return "unsatisfiable";
  return { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}
