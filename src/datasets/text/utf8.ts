import { isUtf8 } from "node:buffer";
import { UserError } from "../../core/user-error.ts";

const replacement = "\uFFFD";
const hint = "save the file as UTF-8, from Latin-1 for example by: iconv -f latin1 -t utf-8";

/** Refuses text that starts as UTF-16 or UTF-32 do: read as UTF-8 it would be noise. */
export function refuseUtf16(start: Uint8Array, path: string): void {
  const [a, b] = start;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new UserError(`${path}: is UTF-16, not UTF-8`, hint);
}

/**
 * The text of some bytes; bytes that are not UTF-8 are an error that names the first of them.
 * `where`: file and line.
 */
export function utf8Text(bytes: Buffer, where: string, offset = 0): string {
  const text = bytes.toString("utf8");
  // Decoding leaves this sign where bytes are wrong; it may also stand in the text itself.
  if (text.includes(replacement) && !isUtf8(bytes)) throw notUtf8(bytes, where, offset);
  return text;
}

/** The text of a whole file, without its byte-order mark. */
export function textOf(bytes: Buffer, path: string): string {
  refuseUtf16(bytes, path);
  return utf8Text(withoutMark(bytes), path);
}

/** The text of one line of a file, counted from 1. The first may begin with a byte-order mark. */
export function lineText(bytes: Buffer, path: string, line: number): string {
  if (line > 1) return utf8Text(bytes, `${path}:${line}`);
  refuseUtf16(bytes, path);
  return utf8Text(withoutMark(bytes), `${path}:${line}`);
}

function notUtf8(bytes: Buffer, where: string, offset: number): UserError {
  const at = firstWrongByte(bytes);
  const byte = bytes[at]!.toString(16).padStart(2, "0");
  return new UserError(`${where}: byte ${offset + at + 1} (0x${byte}) is not UTF-8`, hint);
}

/** Index of the first byte of the first sequence that is not UTF-8. */
function firstWrongByte(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at]!);
    if (!isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return bytes.length - 1;
}

function sequenceLength(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

/** Without the byte-order mark, where there is one. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
