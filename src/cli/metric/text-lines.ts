import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { UserError } from "../../core/user-error.ts";

/** The lines of a text file or pipe, in batches: UTF-8, ended by LF or CR LF, a byte order mark passed over. */
export async function* textLines(path: string): AsyncGenerator<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UserError(`no such file: ${path}`);
  if (found.isDirectory()) throw new UserError(`not a file: ${path}`);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let carry = "";
  let seen = 0;
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new UserError(`${path}: not UTF-8, somewhere after line ${seen}`, "save the file as UTF-8 text");
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const lines = (carry + decode(chunk as Buffer)).split("\n");
    carry = lines.pop()!;
    seen += lines.length;
    yield lines.map(withoutReturn);
  }
  const last = carry + decode();
  if (last !== "") yield [withoutReturn(last)];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
