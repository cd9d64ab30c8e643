import { isUtf8 } from "node:buffer";
import { UserError } from "../../../core/user-error.ts";
import { fileBytes } from "./file-bytes.ts";

/**
 * The lines of a text file or pipe, also of one packed as `.gz`, in batches: UTF-8, ended by LF or
 * CR LF, a byte order mark passed over.
 */
export async function* textLines(path: string): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let carry = "";
  let seen = 0;
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new UserError(
        `${path}:${seen + (chunk ? badLine(chunk) : 1)}: not UTF-8`,
        "save the file as UTF-8 text",
      );
    }
  };
  for await (const chunk of fileBytes(path)) {
    const lines = (carry + decode(chunk)).split("\n");
    carry = lines.pop()!;
    seen += lines.length;
    yield lines.map(withoutReturn);
  }
  const last = carry + decode();
  if (last !== "") yield [withoutReturn(last)];
}

/**
 * Which line of a piece is not UTF-8, from 1: its first may begin, and its last end, within a
 * character.
 */
function badLine(chunk: Buffer): number {
  const start = chunk.subarray(0, 3).findIndex((byte) => byte >>> 6 !== 2);
  for (let line = 1, from = Math.max(0, start); ; line++) {
    const end = chunk.indexOf(newline, from);
    if (end < 0) return line;
    if (!isUtf8(chunk.subarray(from, end))) return line;
    from = end + 1;
  }
}

const newline = 10;

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
